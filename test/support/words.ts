/**
 * Gives tests that run without VS Code the two parts of its API they may use: `l10n.t`, which words what the user
 * reads, and the user's language. Both are English.
 */
import { registerHooks } from 'node:module';

const words = `export const l10n = {
  t(message, ...values) {
    const text = typeof message === 'string' ? message : message.message;
    const given = typeof message === 'string' ? values : message.args;
    const named = given !== null && typeof given?.[0] === 'object' ? given[0] : given ?? [];
    return text.replace(/\\{([^{}]+)\\}/g, (placeholder, name) => String(named[name] ?? placeholder));
  },
};
export const env = { language: 'en' };`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: `data:text/javascript,${encodeURIComponent(words)}`, shortCircuit: true }
      : next(specifier, context),
});
