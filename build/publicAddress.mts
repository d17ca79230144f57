/** Where the sources are public, as far as the environment says so: GitHub sets both variables in its workflows. */
export function publicAddress(environment: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = environment;
  if (!server || !repository) return undefined;
  const address = `${server}/${repository}`;
  if (!/^https:\/\/[\w.-]+(\/[\w.-]+){2}$/.test(address)) throw new Error(`${address} is no address of a repository.`);
  return address;
}

/** package.json as it is shipped: it names where the sources, issues and questions are, if they have an address. */
export function shippedManifest(manifest: string, address: string | undefined): string {
  if (address === undefined) return manifest;
  const links = {
    repository: { type: 'git', url: `${address}.git` },
    bugs: { url: `${address}/issues` },
    homepage: `${address}#readme`,
    qna: `${address}/discussions`,
  };
  return `${JSON.stringify({ ...JSON.parse(manifest), ...links }, null, 2)}\n`;
}

/**
 * An extension's page shows images and opens links only from the web (VS Code removes `data:` images). Without an address
 * to point them to, the page has no image, and names other files without linking to them.
 */
export function shippedReadme(markdown: string, version: string, address: string | undefined): string {
  if (address === undefined) {
    return markdown
      .replaceAll(/^!\[[^\]]*\]\((?!https:)[^)]*\)\n\n/gm, '')
      .replaceAll(/\[([^\]]+)\]\((?!https:|#)[^)]*\)/g, '`$1`');
  }
  return markdown.replaceAll(
    /(!?)(\[[^\]]*\])\((?!https:|#)([^)]*)\)/g,
    (_, image: string, text: string, path: string) =>
      `${image}${text}(${address}/${image ? 'raw' : 'blob'}/v${version}/${path})`,
  );
}
