import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** The page's frame: nothing may load but our own script and style, and pictures where they are allowed. */
export function previewHtml(webview: vscode.Webview, extension: vscode.Uri, pictures: boolean): string {
  const nonce = randomBytes(24).toString('base64url');
  const script = webview.asWebviewUri(vscode.Uri.joinPath(extension, 'dist', 'preview.js'));
  const style = webview.asWebviewUri(vscode.Uri.joinPath(extension, 'media', 'preview', 'preview.css'));
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `img-src ${pictures ? 'https:' : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<main></main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

export function resourceRoots(extension: vscode.Uri): vscode.Uri[] {
  return [vscode.Uri.joinPath(extension, 'dist'), vscode.Uri.joinPath(extension, 'media', 'preview')];
}
