import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The root of this repository. */
export const projectFolder = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');

export const nodeFlags = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'];

export async function buildExtension(): Promise<void> {
  const shape = process.env.VR_COVERAGE === undefined ? [] : ['--modules'];
  const build = spawn(process.execPath, ['esbuild.mjs', ...shape], {
    cwd: projectFolder,
    stdio: 'inherit',
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error('The build failed.');
}
