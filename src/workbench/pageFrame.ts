import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

interface PageFiles {
  /** Of `dist/`. */
  readonly script: string;
  /** Of `media/`. */
  readonly style: string;
  readonly title: string;
  readonly hasImages?: boolean;
}

/** The frame of a webview's page. Only our own script and style may load, and images if they are allowed. */
export function pageFrame(
  webview: vscode.Webview,
  extension: vscode.Uri,
  { script, style, title, hasImages = false }: PageFiles,
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
<link rel="stylesheet" href="${address('media', style)}">
</head>
<body>
<main></main>
<script nonce="${nonce}" src="${address('dist', script)}"></script>
</body>
</html>`;
}
