import * as vscode from 'vscode';

/**
 * Runs a task with these settings of the user, for one language if it is named. Puts back what was there: without
 * `files.autoSave`, a browser would save what later tests have typed.
 */
export async function withSettings<T>(
  section: string,
  values: Readonly<Record<string, unknown>>,
  task: () => Promise<T>,
  languageId?: string,
): Promise<T> {
  const isOfLanguage = languageId !== undefined;
  const settings = vscode.workspace.getConfiguration(section, isOfLanguage ? { languageId } : undefined);
  const set = (key: string, value: unknown) =>
    settings.update(key, value, vscode.ConfigurationTarget.Global, isOfLanguage);
  const before = Object.keys(values).map((key) => [key, settings.inspect(key)] as const);
  try {
    for (const [key, value] of Object.entries(values)) await set(key, value);
    return await task();
  } finally {
    for (const [key, was] of before) await set(key, isOfLanguage ? was?.globalLanguageValue : was?.globalValue);
  }
}
