import { request } from 'undici';
import * as vscode from 'vscode';

/** The floor: plain undici, and files in memory of an extension that does nothing else. */
export interface Bare {
  get(id: number): Promise<string>;
  patch(id: number, fields: object): Promise<string>;
  /** Makes a file with this text and shows it. */
  open(id: number, text: string, show?: vscode.TextDocumentShowOptions): Promise<vscode.Uri>;
  /** The same with a JSON file, which VS Code's own JSON support looks after. */
  openJson(name: string, text: string): Promise<vscode.Uri>;
}

export async function bareFloor(baseUrl: string): Promise<Bare> {
  const extension = vscode.extensions.getExtension<{ put(uri: vscode.Uri, text: string): void }>('bench.bare');
  if (!extension) throw new Error('The bare extension is not installed.');
  const { put } = await extension.activate();
  const address = (id: number) => `${baseUrl}/api/v2/video/${id}`;
  const openFile = async (path: string, text: string, show: vscode.TextDocumentShowOptions = {}) => {
    const uri = vscode.Uri.from({ scheme: 'barefile', path });
    put(uri, text);
    await vscode.commands.executeCommand('vscode.open', uri, { preview: false, ...show });
    return uri;
  };
  return {
    async get(id) {
      return (await request(address(id), { headers: { accept: 'application/json' } })).body.text();
    },
    async patch(id, fields) {
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const body = JSON.stringify(fields);
      return (await request(address(id), { method: 'PATCH', headers, body })).body.text();
    },
    open: (id, text, show) => openFile(`/${id}-talk.video.json`, text, show),
    openJson: (name, text) => openFile(`/${name}.json`, text),
  };
}
