import * as vscode from 'vscode';

const key = Symbol.for('videoRecords.shownMessages');
const errorsKey = Symbol.for('videoRecords.shownErrors');

/**
 * Notes the text of every notification, dialog and failed save from now on, also of notifications that VS Code drops
 * because there are too many of them. Suites lie below the extension's folder, so VS Code hands them the very objects
 * that the extension calls.
 */
export function noteMessages(): void {
  const messages: string[] = [];
  const errors: string[] = [];
  Reflect.set(globalThis, key, messages);
  Reflect.set(globalThis, errorsKey, errors);
  const note = (owner: object, name: string) => {
    const original = Reflect.get(owner, name);
    const noting = (...args: unknown[]) => {
      messages.push(JSON.stringify(args));
      if (name === 'showErrorMessage') errors.push(String(args[0]));
      return Reflect.apply(original, owner, args);
    };
    // VS Code takes the code of a FileSystemError from the name of the function that made it.
    Reflect.set(owner, name, Object.defineProperty(noting, 'name', { value: name }));
  };
  for (const kind of ['Error', 'Warning', 'Information']) note(vscode.window, `show${kind}Message`);
  for (const kind of ['Unavailable', 'NoPermissions']) note(vscode.FileSystemError, kind);
}

/** The texts of the error messages alone. */
export function shownErrors(): readonly string[] {
  return Reflect.get(globalThis, errorsKey);
}

/** Each message with its buttons, as JSON. */
export function shownMessages(): readonly string[] {
  return Reflect.get(globalThis, key);
}
