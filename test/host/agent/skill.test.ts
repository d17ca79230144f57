import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const listFiles = '_listExtensionPromptFiles';

suite('Skill for agents', () => {
  test('the newest VS Code lists it as a skill; 1.105, which has no skills, runs the extension without it', async () => {
    const extension = vscode.extensions.getExtension('video-records.video-records');
    await extension?.activate();
    assert.ok(extension?.isActive);
    const knowsSkills = (await vscode.commands.getCommands()).includes(listFiles);
    assert.equal(knowsSkills, !vscode.version.startsWith('1.105.'));
    if (!knowsSkills) return;
    const files = await vscode.commands.executeCommand<{ uri: { path: string }; type: string }[]>(listFiles);
    const ours = files.filter(({ uri }) => uri.path.startsWith(extension.extensionUri.path));
    assert.deepEqual(
      ours.map(({ uri, type }) => [uri.path.slice(extension.extensionUri.path.length), type]),
      [['/skills/video-records/SKILL.md', 'skill']],
    );
  });
});
