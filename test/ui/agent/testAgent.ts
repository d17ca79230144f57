import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Workbench, WorkbenchOptions } from '../../support/vscode/workbench.ts';

/** A window with an agent that calls tools; without AI features VS Code has no models. */
export async function windowWithAgent(services: Record<string, unknown>): Promise<WorkbenchOptions> {
  const extensionsDir = await mkdtemp(join(tmpdir(), 'video-records-agent-'));
  after(() => rm(extensionsDir, { recursive: true, force: true }));
  const extension = fileURLToPath(new URL('../../support/agent/extension', import.meta.url));
  await cp(extension, join(extensionsDir, 'test.agent-0.0.1'), { recursive: true });
  const settings = { 'videoRecords.services': services, 'chat.disableAIFeatures': false };
  return { extensionsDir, settings };
}

/** Has the agent call a tool of ours and show the first line of the answer. */
export async function callTool(w: Workbench, name: string, input: object): Promise<void> {
  await w.runCommand('Test Agent: Call Tool');
  await w.quickInput.answer(`videoRecords_${name} ${JSON.stringify(input)}`);
}
