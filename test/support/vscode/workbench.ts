import type { FrameLocator, Locator, Page } from 'playwright-core';
import { polled } from '../polled.ts';
import { backedUp, backupsRemoved } from './backups.ts';
import { patienceMs, saveScreenshot } from './browser.ts';
import { type Editor, openEditor } from './editor.ts';
import { projectFolder } from './project.ts';
import { type QuickInput, quickInputOf } from './quickInput.ts';
import type { VscodeOptions, VscodeServer } from './server.ts';
import { sharedBrowser, vscodeFor } from './shared.ts';
import { type Say, translationsTo } from './translations.ts';

type Theme = keyof typeof themes;

export interface WorkbenchOptions extends Partial<VscodeOptions> {
  /** The folder the window opens. */
  folder?: string;
  theme?: Theme;
  viewport?: { width: number; height: number };
  /** Pixels of a picture for each of the viewport's. */
  deviceScaleFactor?: number;
  /** Whether the browser lets pages read and write the clipboard, without which editors can't be read or filled. */
  clipboard?: boolean;
  /** The language of the extension's texts, such as `de`; VS Code's own stay English. */
  language?: string;
  /** The folder of the extension, if it is not this project. */
  extension?: string;
  /** The URI of a document to open at the start. */
  openFile?: string;
}

export interface Workbench {
  page: Page;
  server: VscodeServer;
  quickInput: QuickInput;
  /** A text of the extension in the window's language. */
  say: Say;
  /** The active text editor. */
  editor: Editor;
  /** Runs a command as a person does: F1, its title, Enter. */
  runCommand(title: string): Promise<void>;
  /** The tab with this text in its name. It has the class `dirty` while there are changes to save. */
  tab(name: string | RegExp): Locator;
  /** Opens a view container by the title that the activity bar shows. */
  openSidebar(title: string): Promise<Locator>;
  /** Rests the mouse on a row until its tooltip shows this text. */
  tooltip(row: Locator, text: string): Promise<Locator>;
  /** The notification with this text. */
  notification(text: string | RegExp): Locator;
  /** The texts of the messages that are shown now; the progress of something under way is none. */
  notifications(): Promise<string[]>;
  /** The modal dialog, where one is open. */
  dialog: Locator;
  /** The page inside the webview that is shown. */
  webview(): FrameLocator;
  screenshot(name: string): Promise<string>;
  /** Checks what is on screen and takes a screenshot of it, in the light and in the dark theme. */
  inBothThemes(name: string, check?: () => Promise<void>): Promise<void>;
  /** Waits until VS Code's hot exit has this text of a changed document on disk. Before that, a reload loses it. */
  backedUp(text: string): Promise<void>;
  /** Reloads the window and waits until it is ready again. What is saved does not come back from a backup. */
  reload(): Promise<void>;
  /** Another window of the same VS Code, on a folder. It is closed with this one. */
  openWindow(folder: string): Promise<Workbench>;
  close(): Promise<void>;
}

const appearsMs = 5_000;

/** Whether this is shown within a time that is long for what the mouse brings up. */
function appears(element: Locator): Promise<boolean> {
  return element.waitFor({ timeout: appearsMs }).then(
    () => true,
    () => false,
  );
}

/** Repeats an action, as a person would, until something is shown: VS Code may lose a key or a click. */
export function repeatUntilShown(
  act: () => Promise<unknown>,
  shown: Locator,
  milliseconds = patienceMs,
): Promise<boolean> {
  const look = async () => {
    await act();
    return (await appears(shown)) || undefined;
  };
  return polled(`${shown} is shown`, look, milliseconds);
}

/** The class that each gives the workbench. */
const themes = { light: '.vs', dark: '.vs-dark' };

/** A change of the settings file is not noticed; that the browser prefers other colours is. */
const followBrowser = {
  'window.autoDetectColorScheme': true,
  'workbench.preferredLightColorTheme': 'Default Light Modern',
  'workbench.preferredDarkColorTheme': 'Default Dark Modern',
};

/**
 * A window of a real VS Code with the extension loaded, driven with the keyboard and the mouse. It knows nothing of the
 * windows before it: the browser's storage, the settings and the files of extensions are new.
 */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const { theme = 'dark', viewport = { width: 1280, height: 800 }, clipboard = true, ...rest } = options;
  const {
    deviceScaleFactor = 1,
    openFile,
    folder,
    language = 'en',
    extension = projectFolder,
    settings,
    ...serverOptions
  } = rest;
  const browser = await sharedBrowser();
  const { server, release } = await vscodeFor(serverOptions);
  await server.configure({ ...followBrowser, ...settings });
  const permissions = clipboard ? ['clipboard-read', 'clipboard-write'] : [];
  const context = await browser.newContext({ viewport, deviceScaleFactor, permissions, colorScheme: theme });
  context.setDefaultTimeout(patienceMs);
  const close = async (): Promise<void> => {
    await context.close();
    await release();
  };
  try {
    await context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(language)}`);
    const openWindow = async (inFolder: string | undefined): Promise<Workbench> => {
      const page = await context.newPage();
      const payload: [string, string][] = [['extensionDevelopmentPath', server.remoteUri(extension)]];
      if (openFile) payload.push(['openFile', openFile]);
      await page.goto(server.url(payload, inFolder));
      await workbenchReady(page);
      return {
        ...workbenchOf(page),
        server,
        say: translationsTo(language),
        backedUp: (text) => backedUp(server.userDataDir, text),
        async reload() {
          if ((await page.locator('.tab.dirty').count()) === 0) await backupsRemoved(server.userDataDir);
          await page.reload();
          await workbenchReady(page);
        },
        openWindow,
        close,
      };
    };
    return await openWindow(folder);
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Ready once the layout is restored and VS Code knows what extensions contribute. After a reload, the extension's entry in
 * the activity bar says nothing: VS Code shows it from its memory.
 */
async function workbenchReady(page: Page): Promise<void> {
  await page.waitForFunction('globalThis.driver !== undefined');
  await page.evaluate('globalThis.driver.whenWorkbenchRestored()');
  await page.waitForFunction(`performance.getEntriesByName('code/didLoadExtensions').length > 0`);
}

function activityBarItem(page: Page, title: string): Locator {
  return page
    .locator('.activitybar .action-item')
    .filter({ has: page.locator(`.action-label[aria-label^="${title}"]`) });
}

function workbenchOf(page: Page): Omit<Workbench, 'server' | 'say' | 'backedUp' | 'reload' | 'openWindow' | 'close'> {
  const quickInput = quickInputOf(page);
  const toasts = page.locator('.notification-toast');
  const messages = toasts.filter({ hasNot: page.locator('.monaco-progress-container.active') });
  return {
    page,
    quickInput,
    editor: openEditor(page),
    dialog: page.locator('.monaco-dialog-box'),
    async runCommand(title) {
      await page.keyboard.press('F1');
      await quickInput.type(`>${title}`);
      await quickInput.choose(title);
      await quickInput.paletteClosed();
    },
    tab: (name) => page.locator('.tabs-container .tab').filter({ hasText: name }),
    async openSidebar(title) {
      const sidebar = page.locator('.part.sidebar');
      const item = activityBarItem(page, title);
      if (!(await item.and(page.locator('.checked')).count())) await item.click();
      await sidebar
        .locator('.composite.title')
        .filter({ hasText: new RegExp(title, 'i') })
        .waitFor();
      return sidebar;
    },
    async tooltip(row, text) {
      const tooltip = page.locator('.monaco-hover:visible .hover-contents').filter({ hasText: text });
      const look = async () => {
        await row.hover();
        if (await appears(tooltip.first())) return tooltip;
        // A row that moved or was drawn anew under a mouse at rest has no tooltip until the mouse comes again.
        await page.mouse.move(0, 0);
        return undefined;
      };
      return polled(`a tooltip with ${text}`, look, 6 * appearsMs);
    },
    notification: (text) => toasts.filter({ hasText: text }),
    notifications: () => messages.locator('.notification-list-item-message').allInnerTexts(),
    webview: () => page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame'),
    screenshot: (name) => saveScreenshot(page, name),
    async inBothThemes(name, check) {
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await page.locator(`.monaco-workbench${themes[theme]}`).waitFor();
        await check?.();
        await saveScreenshot(page, `${name} ${theme}`);
      }
    },
  };
}
