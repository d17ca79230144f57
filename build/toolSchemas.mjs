/** `node build/toolSchemas.mjs`: writes the JSON Schemas of the language model tools into package.json. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { inputSchema } from '../src/agent/toolInputs.ts';

const project = join(import.meta.dirname, '..');
const file = join(project, 'package.json');

let text = readFileSync(file, 'utf8');
const { languageModelTools } = JSON.parse(text).contributes;
for (const [index, { name }] of languageModelTools.entries()) {
  const path = ['contributes', 'languageModelTools', index, 'inputSchema'];
  const schema = inputSchema(name.replace('videoRecords_', ''));
  text = applyEdits(text, modify(text, path, schema, { formattingOptions: { insertSpaces: true, tabSize: 2 } }));
}
writeFileSync(file, text);
execFileSync(join(project, 'node_modules', '.bin', 'biome'), ['format', '--write', file], { stdio: 'inherit' });
