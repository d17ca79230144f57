/** Fetches what the host and UI tests need, while other steps run. */
import { ensureChromium } from './chromium.ts';
import { ensureVscode } from './install.ts';

await Promise.all([ensureVscode('latest'), ensureVscode('1.105'), ensureChromium()]);
