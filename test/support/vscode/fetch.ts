/** Fetches what the host and UI tests on the newest VS Code need, while other steps run. */
import { ensureChromium } from './chromium.ts';
import { ensureVscode } from './install.ts';

await Promise.all([ensureVscode('latest'), ensureChromium()]);
