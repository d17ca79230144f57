import { uiTest } from '../../support/vscode/uiTest.ts';
import { callTool, windowWithAgent } from './testAgent.ts';

const options = await windowWithAgent({});

for (const version of ['1.105', 'latest'] as const) {
  uiTest(`a tool that is called activates the extension in VS Code ${version}`, { ...options, version }, async (w) => {
    await callTool(w, 'find', {});
    await w.notification('Video Records is not active.').waitFor();
    await w.notification('No recent or pinned record matches.').waitFor();
  });
}
