import { uiTest } from '../../support/vscode/uiTest.ts';
import { callTool, windowWithAgent } from './testAgent.ts';

const options = { ...(await windowWithAgent({})), version: '1.105' } as const;

/** In the newest VS Code, `confirmation.test.ts` shows it. */
uiTest('a tool that is called activates the extension in VS Code 1.105', options, async (w) => {
  await callTool(w, 'find', {});
  await w.notification('Video Records is not active.').waitFor();
  await w.notification('No recent or pinned record matches.').waitFor();
});
