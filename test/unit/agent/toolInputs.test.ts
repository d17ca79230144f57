import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { inputSchema, parseInput, type ToolName, ToolRefusal, toolInputs } from '../../../src/agent/toolInputs.ts';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8'));
const tools: Record<string, unknown>[] = manifest.contributes.languageModelTools;

function wrong(tool: ToolName, given: unknown): string {
  try {
    parseInput(tool, given);
    return '';
  } catch (refusal) {
    assert.ok(refusal instanceof ToolRefusal);
    return refusal.message;
  }
}

suite('the inputs of the tools', () => {
  test('the manifest has the schemas of the code: else run node build/toolSchemas.mjs', () => {
    const schemas = Object.keys(toolInputs).map((name) => [`videoRecords_${name}`, inputSchema(name as ToolName)]);
    assert.deepEqual(
      tools.map(({ name, inputSchema: schema }) => [name, schema]),
      schemas,
    );
  });

  test('every tool is described for a model and for a person, and can be referenced', () => {
    for (const tool of tools) {
      assert.match(String(tool.modelDescription), /^[A-Z].*\.$/);
      assert.match(String(tool.userDescription), /^%tool\.\w+\.description%$/);
      assert.match(String(tool.toolReferenceName), /^videoRecord[A-Z]\w+$/);
      assert.match(String(tool.icon), /^\$\([\w-]+\)$/);
      assert.equal(tool.canBeReferencedInPrompt, true);
    }
  });

  test('names the first wrong parts of an input', () => {
    assert.match(
      wrong('read', { ids: [5, 'six'] }),
      /^The input does not match the schema of videoRecords_read\. ids\.1: .*number.*string/,
    );
    assert.match(wrong('read', {}), /ids: /);
    assert.match(wrong('read', { ids: [5], recods: [] }), /recods/);
    assert.match(wrong('read', undefined), /input: /);
    assert.match(wrong('read', { ids: [1.5] }), /ids\.0: /);
    assert.match(wrong('find', { fields: { unknown: 'x' } }), /fields: .*unknown/);
  });

  test('an input too large is not looked at', () => {
    assert.match(wrong('find', { words: 'x'.repeat(1_000_001) }), /^The input has 1000013 characters/);
    assert.ok(wrong('read', { ids: Array(100_000).fill('x') }).length < 2200);
  });
});
