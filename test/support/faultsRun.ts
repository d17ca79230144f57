/** `npm run test:faults [-- --long]`: faults met by actions, and beside them the soak, each in a window of VS Code. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeFlags, projectFolder } from './vscode/project.ts';
import { runStep, type Step } from './vscode/steps.ts';

const { values } = parseArgs({ options: { long: { type: 'boolean', default: false } } });
// Variables of this prefix reach the extension host.
process.env.VR_FAULTS = values.long ? 'long' : 'short';
if (values.long) process.env.VR_SOAK_SECONDS ??= '1800';

const hostRun = join(projectFolder, 'test', 'support', 'vscode', 'hostRun.ts');
const suites = ['matrix', 'soak'].map((name) => join(projectFolder, 'test', 'faults', `${name}.test.ts`));
const command: Step['command'] = [process.execPath, ...nodeFlags, hostRun, ...suites];
const { passed } = await runStep({ name: `faults, ${process.env.VR_FAULTS} form`, command }, projectFolder);
process.exitCode = passed ? 0 : 1;
