import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

interface PageFrame {
  /** Of its script in `dist/`, and of its style in `media/`. */
  readonly name: 'preview' | 'table';
  readonly title: string;
  readonly hasImages?: boolean;
}

/** Shows a page in a webview. Only our own script and style may load, and images if they are allowed. */
export function showPage(webview: vscode.Webview, extension: vscode.Uri, frame: PageFrame): void {
  const folders = ['dist', `media/${frame.name}`].map((path) => vscode.Uri.joinPath(extension, path));
  webview.options = { enableScripts: true, localResourceRoots: folders };
  webview.html = pageHtml(webview, extension, frame);
}

function pageHtml(
  webview: vscode.Webview,
  extension: vscode.Uri,
  { name, title, hasImages = false }: PageFrame,
): string {
  const nonce = randomBytes(24).toString('base64url');
  const address = (...path: readonly string[]) => webview.asWebviewUri(vscode.Uri.joinPath(extension, ...path));
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `img-src ${hasImages ? 'https:' : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${address('media', name, `${name}.css`)}">
</head>
<body>
<main></main>
<script nonce="${nonce}" src="${address('dist', `${name}.js`)}"></script>
</body>
</html>`;
}
