import { env, l10n } from 'vscode';

/** A number as people write it in the user's language. IDs and status codes are not formatted. */
export function localNumber(value: number): string {
  return value.toLocaleString(env.language);
}

/** "title", "title and summary", "title, summary, and 3 more", in the user's language. */
export function listOf(names: readonly string[], most = 4): string {
  const shown = names.slice(0, names.length > most ? most - 1 : most);
  const rest = names.length - shown.length;
  const items = rest > 0 ? [...shown, l10n.t('{0} more', localNumber(rest))] : shown;
  return new Intl.ListFormat(env.language).format(items);
}
