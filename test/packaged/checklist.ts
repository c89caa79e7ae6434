import type { ElectronApplication, Page } from 'playwright-core';
import { expect } from 'vitest';
import { contract } from '../../shared/contract/index.ts';
import { askAgain } from '../support/ask-again.ts';
import { cashier } from './preset.ts';

/* Checks the points of Electron's checklist, as seen by a compromised page and by the program's own process. */

interface Bridge {
  call(name: unknown, input: unknown): Promise<{ ok: boolean; failure?: { code: string } }>;
}
type Taken = typeof globalThis & { khatm: Bridge; ran?: unknown };

/** Checks points 2, 3, 4, 6, 8 to 12 and 20: every window of the program was created with safe settings. */
export async function checkWindows(app: ElectronApplication): Promise<void> {
  const windows = await askAgain(() =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => {
        webContents.openDevTools();
        const { getLastWebPreferences: read } = webContents as unknown as { getLastWebPreferences(): object };
        return { ...read.call(webContents), tools: webContents.isDevToolsOpened() };
      }),
    ),
  );
  expect(windows).toHaveLength(1);
  expect(windows[0]).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    enableBlinkFeatures: '',
    tools: false,
  });
}

/** Checks points 2, 5, 7, 11, 12, 14, 18 and 20: the answers to a page that attempts more than the contract allows. */
export async function checkReach(page: Page): Promise<void> {
  const reach = await page.evaluate(async () => {
    const taken = globalThis as Taken;
    const of = (work: () => unknown) =>
      Promise.resolve()
        .then(work)
        .then(
          () => 'reached',
          () => 'refused',
        );
    const inline = document.createElement('script');
    inline.textContent = 'globalThis.ran = true';
    document.head.append(inline);
    const clicked = document.createElement('b');
    clicked.setAttribute('onclick', 'globalThis.ran = true');
    clicked.click();
    const view = document.createElement('webview');
    view.setAttribute('src', 'https://example.com/');
    const frame = document.createElement('iframe');
    frame.src = 'https://example.com/';
    document.body.append(view, frame);
    const media = { audio: true, video: true };
    const position = () =>
      new Promise((got, failed) => navigator.geolocation.getCurrentPosition(got, failed));
    return {
      bridge: Object.keys(taken.khatm).toSorted(),
      node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in taken),
      isolated:
        Object.isFrozen(taken.khatm) || typeof (taken.khatm.call as { constructor: unknown }).constructor,
      inline: taken.ran === undefined ? 'refused' : 'ran',
      // The page tries it later, because under a debugger it may do so at once.
      code: await new Promise((resolve) => setTimeout(resolve, 50)).then(() =>
        of(() => new Function('return 1')()),
      ),
      web: await of(() => fetch('https://example.com/')),
      machine: await of(() => fetch('http://127.0.0.1:9/')),
      file: await of(() => fetch('file:///etc/passwd')),
      archive: await of(() => fetch('app://khatm/../main/main.js').then((got) => got.text())),
      window: window.open('https://example.com/') === null ? 'refused' : 'opened',
      camera: await of(() => navigator.mediaDevices.getUserMedia(media)),
      position: await of(position),
      notice: (await Notification.requestPermission()) === 'granted' ? 'reached' : 'refused',
      clipboard: await of(() => navigator.clipboard.readText()),
      serial: await of(() =>
        (navigator as unknown as { serial: { requestPort(): unknown } }).serial.requestPort(),
      ),
      view: typeof (view as { getWebContentsId?: unknown }).getWebContentsId,
    };
  });
  expect(reach).toEqual({
    bridge: ['call', 'on'],
    node: [],
    isolated: true,
    inline: 'refused',
    code: 'refused',
    web: 'refused',
    machine: 'refused',
    file: 'refused',
    archive: 'refused',
    window: 'refused',
    camera: 'refused',
    position: 'refused',
    notice: 'refused',
    clipboard: 'refused',
    serial: 'refused',
    view: 'undefined',
  });
}

/** Checks points 1 and 13: the window cannot navigate elsewhere, and nothing was attached to it. */
export async function checkPlace(app: ElectronApplication, page: Page): Promise<void> {
  await page.evaluate(() => {
    location.href = 'https://example.com/';
  });
  // The wait is long enough for a forbidden navigation to begin.
  await page.waitForTimeout(1_000);
  const places = await app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => contents.getURL()),
  );
  expect(places).toEqual([expect.stringMatching(/^app:\/\/khatm\//)]);
}

/** Checks point 17: the requests that a compromised page sends while a cashier is signed in, and while nobody is. */
export async function checkRoles(page: Page): Promise<void> {
  const above = (roles: readonly string[]) =>
    Object.entries(contract)
      .filter(([, { role }]) => roles.includes(role))
      .map(([name]) => name);
  const codesOf = (names: readonly unknown[]) =>
    page.evaluate(async (args) => {
      const { khatm } = globalThis as Taken;
      const codes = [];
      for (const name of args) codes.push((await khatm.call(name, {})).failure?.code);
      return codes;
    }, names);

  const signedIn = await page.evaluate(
    (who) => (globalThis as Taken).khatm.call('people.signIn', who),
    cashier,
  );
  expect(signedIn).toMatchObject({ ok: true });
  const managers = above(['manager']);
  expect(managers.length).toBeGreaterThan(50);
  expect(new Set(await codesOf(managers))).toEqual(new Set(['not-allowed']));
  // These names are not commands of the contract.
  const foreign = [
    '__proto__',
    'constructor',
    'vault.read',
    '',
    null,
    7,
    { name: 'sale.issue' },
    ['sale.issue'],
  ];
  expect(new Set(await codesOf(foreign))).toEqual(new Set(['not-found']));

  await page.evaluate(() => (globalThis as Taken).khatm.call('people.signOut', {}));
  expect(new Set(await codesOf(above(['manager', 'cashier'])))).toEqual(new Set(['not-allowed']));
}
