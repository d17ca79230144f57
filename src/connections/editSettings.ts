import * as vscode from 'vscode';
import { isObject } from '../record/valueShapes.ts';
import { UserError } from '../workbench/commands.ts';
import { configuration, levelsOf } from './configuredServices.ts';
import { settingProblemMessage, words } from './messages.ts';
import { parseServices } from './parseSettings.ts';

export type Level = 'user' | 'workspace';

type Entries = Readonly<Record<string, unknown>>;

const levels: readonly Level[] = ['user', 'workspace'];

const defaults: Entries = { access: 'readWrite', saveMethod: 'auto' };

/** Adds a service to the settings, or replaces it there. Defaults are written only where they override something. */
export async function writeEntry(name: string, given: Entries, level: Level): Promise<void> {
  // VS Code merges an entry of the workspace into that of the user, part by part.
  const beneath = level === 'workspace' ? entriesOf('user')[name] : undefined;
  const overridden = isObject(beneath) ? beneath : {};
  const isNeeded = ([key, value]: [string, unknown]) =>
    value !== undefined && (value !== defaults[key] || Object.hasOwn(overridden, key));
  const entry = Object.fromEntries(Object.entries(given).filter(isNeeded));
  const [problem] = parseServices({ [name]: { ...overridden, ...entry } }).problems;
  if (problem) throw new UserError(settingProblemMessage(problem));
  await updateEntries(level, (entries) => ({ ...entries, [name]: entry }));
}

/** Changes a service where it is defined: in the workspace, if that defines it too. */
export async function changeEntry(name: string, change: Entries): Promise<void> {
  refuseNotInSettings(name);
  const level = definingLevels(name).at(-1) ?? 'user';
  const present = entriesOf(level)[name];
  await writeEntry(name, { ...(isObject(present) ? present : {}), ...change }, level);
}

/** Renames a service, or removes it without a new name, wherever it is defined. */
export async function moveEntry(name: string, newName?: string): Promise<void> {
  refuseNotInSettings(name);
  for (const level of definingLevels(name)) {
    await updateEntries(level, (entries) =>
      Object.fromEntries(
        Object.entries(entries).flatMap(([key, entry]) => {
          if (key !== name) return [[key, entry]];
          return newName === undefined ? [] : [[newName, entry]];
        }),
      ),
    );
  }
  for (const level of levels) {
    if (levelsOf('defaultService')[level] === name) await update(level, 'defaultService', newName);
  }
}

/** The origins of a service, at each level that defines it with an address. */
export function originsOf(name: string): readonly string[] {
  const entries = definingLevels(name).map((level) => ({ [name]: entriesOf(level)[name] }));
  return entries.flatMap((entry) => parseServices(entry).services.map(({ address }) => address.origin));
}

/** Also if its entry is invalid: it must not be overwritten. */
export function isInSettings(name: string): boolean {
  return definingLevels(name).length > 0;
}

/** A temporary service, such as the sample service, is not. */
export function refuseNotInSettings(name: string): void {
  if (!isInSettings(name)) throw new UserError(words.notInSettings(name));
}

function definingLevels(name: string): readonly Level[] {
  return levels.filter((level) => Object.hasOwn(entriesOf(level), name));
}

async function updateEntries(level: Level, change: (entries: Entries) => Entries): Promise<void> {
  const value = levelsOf('services')[level];
  if (value !== undefined && !isObject(value)) {
    throw new UserError(settingProblemMessage({ code: 'notAnObject' }));
  }
  await update(level, 'services', change(value ?? {}));
}

function entriesOf(level: Level): Entries {
  const value = levelsOf('services')[level];
  return isObject(value) ? value : {};
}

/**
 * The default service is set where the setting is now: in the workspace, or for the user. Resolves to what undoes it, unless
 * the setting is as it was.
 */
export async function setDefault(name: string): Promise<(() => Promise<void>) | undefined> {
  const level = levelsOf('defaultService').workspace === undefined ? 'user' : 'workspace';
  const before = levelsOf('defaultService')[level];
  await update(level, 'defaultService', name);
  return before === name ? undefined : () => update(level, 'defaultService', before);
}

async function update(level: Level, setting: 'services' | 'defaultService', value: unknown): Promise<void> {
  const { Global, Workspace } = vscode.ConfigurationTarget;
  await configuration().update(setting, value, level === 'user' ? Global : Workspace);
}
