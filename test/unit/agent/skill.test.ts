/** What VS Code asks of a skill. It leaves out one that does not fit, without a word. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { parse } from 'yaml';

const project = join(import.meta.dirname, '..', '..', '..');
const { chatSkills, languageModelTools } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).contributes;
const { path } = chatSkills[0];
const text = readFileSync(join(project, path), 'utf8');
const [, header = '', body = ''] = text.split(/^---\n/m);

suite('skill', () => {
  test('has the name of its folder, and says when to use it', () => {
    const { name, description } = parse(header);
    assert.equal(path, `./skills/${name}/SKILL.md`);
    assert.match(name, /^[a-z0-9-]{1,64}$/);
    assert.match(description, /Use it to /);
    assert.ok(description.length <= 1024);
    assert.doesNotMatch(description, /[<>]/);
  });

  test('names every tool and no other, and is short enough to be read whole', () => {
    const tools = languageModelTools.map((tool: { name: string }) => tool.name);
    const named = new Set(body.match(/\bvideoRecords_\w+/g));
    assert.deepEqual([...named].sort(), tools.toSorted());
    assert.ok(body.length < 8000);
  });
});
