import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { terminalRefused } from '../../main/base/platform/system/exit-codes.ts';
import { khatm, newFolder } from '../support/khatm.ts';
import { aptAt, forgetKey, makeKey, writeRepository } from './apt.ts';
import { checkPlace, checkReach, checkRoles, checkWindows } from './checklist.ts';
import { installedArchive, openInstalled, removeOpened } from './opened.ts';
import { preset, presetPeople } from './preset.ts';
import {
  asPerson,
  data,
  documents,
  home,
  killAll,
  nextSale,
  openWindow,
  person,
  processes,
  renderer,
  run,
  sellByKeyboard,
  startDisplay,
} from './till.ts';

/*
 * Tests Debian's package on this machine. It is installed, used by an ordinary person with Chromium's sandbox on,
 * killed, upgraded while it sells, downgraded, removed and purged. Each test begins where the previous one ended.
 */

const root = path.resolve(import.meta.dirname, '../..');
const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
const tools = ['dpkg-deb', 'apt-get', 'gpg', 'useradd', 'su', 'setpriv', 'Xvfb', 'xdotool'];
const missing = tools.filter((tool) => spawnSync('which', [tool]).status !== 0);
const isPossible =
  process.platform === 'linux' && process.getuid?.() === 0 && dist !== undefined && missing.length === 0;
if (!isPossible)
  console.warn(
    `skipped: the package needs root, ELECTRON_OVERRIDE_DIST_PATH and ${missing.join(', ') || 'Debian'}`,
  );

const packages = newFolder('packages');
/** The data folder of a till with a compromised window. */
const taken = `${home}/taken`;

/** Builds the package of a version with the available Electron and fast compression. Returns the folder with it. */
function build(version: string, target = 'deb', folder = version): string {
  const electron = path.join(packages, 'electron');
  if (!existsSync(electron)) {
    cpSync(dist ?? '', electron, { recursive: true });
    rmSync(path.join(electron, 'resources'), { recursive: true });
    mkdirSync(path.join(electron, 'resources'));
    rmSync(path.join(electron, 'package.json'), { force: true });
  }
  const addon = path.join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node');
  const options = {
    'directories.output': path.join(packages, folder),
    electronDist: electron,
    electronVersion: '33.4.11',
    'extraMetadata.version': version,
    'deb.compression': 'gz',
  };
  execFileSync(
    path.join(root, 'node_modules/.bin/electron-builder'),
    [
      '--linux',
      target,
      '--publish',
      'never',
      ...Object.entries(options).map(([name, value]) => `-c.${name}=${value}`),
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        // The addon fits this older Electron; see the script of the substitute.
        ...(existsSync(addon) && { KHATM_SQLITE_ADDON: addon }),
        // By default dpkg-deb takes five times as long, for a package that is a tenth smaller.
        DPKG_DEB_COMPRESSOR_LEVEL: '1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return path.join(packages, folder);
}

const debOf = (version: string) => path.join(build(version), `khatm_${version}_amd64.deb`);

describe.skipIf(!isPossible)("Debian's package", () => {
  let first: string;
  let second: string;
  let printed = 0;
  let printer: Server;
  const sockets = new Set<Socket>();
  let display: { kill(): unknown };

  beforeAll(async () => {
    first = debOf('0.1.0');
    second = debOf('0.2.0');
    if (spawnSync('id', [person]).status !== 0) run('useradd', '--create-home', person);
    // This printer accepts everything and always reports that it is ready and finished.
    printer = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        printed += bytes.length;
        if (bytes.includes(Buffer.of(0x10, 0x04))) socket.write(Buffer.of(0x12));
        if (bytes.includes(Buffer.of(0x1d, 0x72))) socket.write(Buffer.of(0));
      });
    });
    const port = await new Promise<number>((resolve) => {
      printer.listen(0, '127.0.0.1', () => resolve((printer.address() as { port: number }).port));
    });
    await presetPeople(taken);
    await preset(data, { by: 'network', host: '127.0.0.1', port });
    run('chown', '-R', `${person}:${person}`, home);
    display = startDisplay();
  });
  afterAll(() => {
    if (!isPossible) return;
    killAll();
    display?.kill();
    for (const socket of sockets) socket.destroy();
    printer?.close();
    spawnSync('dpkg', ['--purge', 'khatm']);
    spawnSync('userdel', ['--remove', person]);
    rmSync(packages, { recursive: true, force: true });
  });

  /** Returns the version in the signed list of the installed package. Both packages are built from the same sources. */
  const installed = (): unknown =>
    JSON.parse(readFileSync('/opt/Khatm/resources/files.json', 'utf8')).version;

  async function untilOpen(): Promise<void> {
    await expect.poll(() => renderer(), { timeout: 30_000 }).toBeDefined();
    // The page accepts keys only after it has shown the sale screen.
    await pause(8_000);
  }

  async function sellAndPrint(): Promise<void> {
    const before = documents() ?? 0;
    const paper = printed;
    await sellByKeyboard();
    await expect.poll(documents, { timeout: 30_000 }).toBe(before + 1);
    await expect.poll(() => printed, { timeout: 30_000 }).toBeGreaterThan(paper + 10_000);
  }

  test('is installed, and answers on the path without a display', () => {
    run('dpkg', '--install', first);
    expect(asPerson('khatm --version')).toMatchObject({ code: 0, out: '0.1.0\n' });
    expect(asPerson('khatm --help').out).toContain('Usage: khatm');
    const entry = readFileSync('/usr/share/applications/khatm.desktop', 'utf8').split('\n');
    expect(entry).toEqual(expect.arrayContaining(['Name[ar]=ختم', 'GenericName[ar]=نقطة بيع']));
    // The window shows these licences, and a readable copy is next to the program.
    expect(
      readFileSync('/opt/Khatm/resources/app.asar').subarray(0, 100_000).includes('"licences.json"'),
    ).toBe(true);
    expect(readFileSync('/opt/Khatm/LICENSES.libraries.txt', 'utf8')).toMatch(
      /^better-sqlite3 [\d.]+: MIT$/m,
    );
    expect(asPerson('khatm ledger check').code).toBe(2);
    expect(asPerson(`khatm demo --json --data ${home}/demo`).out).toContain('"accepted":true');
    const checked = asPerson(`khatm ledger check --data ${home}/demo`);
    expect(checked).toMatchObject({ code: 0, out: expect.stringContaining('chain whole: 9 documents') });
  });

  test('has its fuses blown as the build says', () => {
    const fuses = run(
      process.execPath,
      path.join(root, 'node_modules/@electron/fuses/dist/bin.js'),
      'read',
      '--app',
      '/opt/Khatm/khatm',
    );
    for (const line of [
      'RunAsNode is Disabled',
      'EnableCookieEncryption is Enabled',
      'EnableNodeOptionsEnvironmentVariable is Disabled',
      'EnableNodeCliInspectArguments is Disabled',
      'EnableEmbeddedAsarIntegrityValidation is Enabled',
      'OnlyLoadAppFromAsar is Enabled',
      'GrantFileProtocolExtraPrivileges is Disabled',
    ])
      expect(fuses).toContain(line);
  });

  test('serves without a window until a signal, as its unit says', () => {
    const unit = '/opt/Khatm/resources/khatm.service';
    if (spawnSync('which', ['systemd-analyze']).status === 0) {
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
      expect({ status, stderr }).toMatchObject({ status: 0 });
    }
    expect(readFileSync(unit, 'utf8')).toMatch(/^ExecStart=\/usr\/bin\/khatm serve --data /m);
    const served = asPerson(`timeout --signal=TERM 15 khatm serve --data ${home}/demo`);
    // The code 124 means that it ran until the signal.
    expect(served).toMatchObject({ code: 124, out: expect.stringContaining('training') });
    expect(asPerson(`khatm ledger check --data ${home}/demo`).code).toBe(0);
  });

  test('is built twice with one hash, and runs from a tar.gz', () => {
    const unpacked = path.join(packages, '0.1.0', 'linux-unpacked');
    const sums = (folder: string) =>
      ['app.asar', 'files.json'].map((name) =>
        createHash('sha256')
          .update(readFileSync(path.join(folder, 'resources', name)))
          .digest('hex'),
      );
    execFileSync(process.execPath, [path.join(root, '.scripts/build.mjs')], { cwd: root, stdio: 'pipe' });
    expect(sums(path.join(build('0.1.0', 'dir', 'again'), 'linux-unpacked'))).toEqual(sums(unpacked));

    const tar = path.join(packages, 'khatm-0.1.0-linux-x64.tar.gz');
    run(process.execPath, path.join(root, '.scripts/package/tar.mjs'), unpacked, tar);
    run('tar', '-xzf', tar, '-C', home);
    const command = `${home}/khatm-0.1.0-linux-x64/resources/khatm.sh`;
    expect(asPerson(`${command} --help`)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Usage: khatm'),
    });
    expect(asPerson(`${command} ledger check --data ${home}/demo`).code).toBe(0);
  }, 600_000);

  test('is no Node, opens no debugger, and keeps its sandbox', () => {
    const asNode = asPerson('/opt/Khatm/khatm --version', { ELECTRON_RUN_AS_NODE: '1' });
    expect(asNode.out).not.toMatch(/^v\d/);
    const program = '/opt/Khatm/khatm --ozone-platform=headless --disable-gpu';
    for (const text of ['--remote-debugging-port=9333', '--inspect', '--js-flags=--expose-gc']) {
      const refused = asPerson(`${program} --no-sandbox ${text} -- --version`);
      expect(refused).toMatchObject({ code: terminalRefused, error: expect.stringContaining(text) });
      expect(refused.out).toBe('');
    }
  });

  test("holds Electron's checklist, taken over as it may be", async () => {
    // No code of the program may contain the functions that the checklist forbids.
    for (const word of ['openExternal', 'enableBlinkFeatures', 'allowRunningInsecureContent', 'webviewTag'])
      expect(installedArchive()).not.toContain(word);
    let app: Awaited<ReturnType<typeof openInstalled>> | undefined;
    try {
      app = await openInstalled(dist ?? '', taken);
      const page = await app.firstWindow();
      await page.getByText('Sami').first().waitFor();
      await checkWindows(app);
      await checkReach(page);
      await checkRoles(page);
      await checkPlace(app, page);
      expect(
        await app.evaluate(({ app: electronApp }) => [electronApp.isPackaged, electronApp.getVersion()]),
      ).toEqual([true, '0.1.0']);
    } finally {
      await app?.close();
      removeOpened();
    }
  });

  test('sells by keyboard in a sandbox, and prints', async () => {
    openWindow();
    await untilOpen();
    const status = readFileSync(`/proc/${renderer()?.pid}/status`, 'utf8');
    // The value 2 means that system calls are filtered.
    expect(status).toMatch(/^Seccomp:\t2$/m);
    expect(processes().some(({ command }) => command.includes('--no-sandbox'))).toBe(false);
    await sellAndPrint();
  });

  test('goes on in the same books after it was killed', async () => {
    // This is Node's signal for a debugger.
    const [main] = processes();
    process.kill(main?.pid ?? 0, 'SIGUSR1');
    await pause(1_000);
    await expect(fetch('http://127.0.0.1:9229/json')).rejects.toThrow();
    killAll();
    await expect.poll(processes).toEqual([]);
    expect(documents()).toBe(1);
    openWindow();
    await untilOpen();
    await sellAndPrint();
    expect(documents()).toBe(2);
  });

  test('is upgraded while it is open: it goes on selling, and the next start is the new version', async () => {
    const gnupg = path.join(packages, 'gnupg');
    const repository = path.join(packages, 'repository');
    const key = makeKey(gnupg);
    writeRepository(path.dirname(first), repository, gnupg, key.fingerprint);
    writeRepository(path.dirname(second), repository, gnupg, key.fingerprint);
    forgetKey(gnupg);
    const apt = aptAt(repository, key.file, path.join(packages, 'apt'));

    // Somebody has replaced a list and a package.
    const list = path.join(repository, 'dists/stable/main/binary-amd64/Packages');
    const whole = readFileSync(list);
    const writeList = (bytes: Buffer) => {
      writeFileSync(list, bytes);
      writeFileSync(`${list}.gz`, gzipSync(bytes));
    };
    writeList(Buffer.from(whole.toString('utf8').replaceAll('Khatm', 'Khatn')));
    expect(apt.update()).toMatch(/Hash Sum mismatch|unexpected size/);
    writeList(whole);
    const release = path.join(repository, 'dists/stable/InRelease');
    const signed = readFileSync(release, 'utf8');
    writeFileSync(release, signed.replace('Origin: Khatm', 'Origin: Khatn'));
    expect(apt.update()).toMatch(/signature|not signed|BADSIG/);
    writeFileSync(release, signed);
    expect(apt.update()).toBe('');
    const deb = path.join(repository, 'pool/main', path.basename(second));
    const bytes = readFileSync(deb);
    writeFileSync(deb, Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)]));
    expect(() => apt.upgrade()).toThrow();
    expect(installed()).toBe('0.1.0');
    writeFileSync(deb, bytes);

    const output = apt.upgrade();
    expect(output).toContain('goes on as it is; the new version begins with its next start');
    expect(output).toMatch(/\(العملية \d+\)/);
    nextSale();
    await pause(1_500);
    await sellAndPrint();
    expect(installed()).toBe('0.2.0');
    killAll();
    await expect.poll(processes).toEqual([]);
    openWindow();
    await untilOpen();
    expect(documents()).toBe(3);
    killAll();
  }, 300_000);

  test('is downgraded, and the books are whole', async () => {
    run('dpkg', '--install', first);
    expect(installed()).toBe('0.1.0');
    openWindow();
    await untilOpen();
    await sellAndPrint();
    killAll();
    expect(documents()).toBe(4);
  });

  test.each(['app.asar', 'app.asar.unpacked/node_modules/better-sqlite3/prebuilds/linux-x64.node'])(
    'does not start when %s is not as it was signed',
    (name) => {
      const file = `/opt/Khatm/resources/${name}`;
      const bytes = readFileSync(file);
      const altered = Buffer.from(bytes);
      // The middle of the file does not contain the code of the check itself.
      const middle = Math.floor(altered.length / 2);
      altered[middle] = (altered[middle] ?? 0) ^ 1;
      writeFileSync(file, altered);
      const { code, error } = asPerson('khatm --version');
      writeFileSync(file, bytes);
      expect({ code, error }).toEqual({ code: terminalRefused, error: expect.stringContaining(name) });
      expect(asPerson('khatm --version').code).toBe(0);
    },
  );

  test('is removed while it is open, and purged: the till goes on, and the remover says where the books are', async () => {
    openWindow();
    await untilOpen();
    for (const how of ['--remove', '--purge']) {
      const output = run('dpkg', how, 'khatm');
      expect(output).toContain(data);
      expect(output).toContain('six years after the end of their tax period');
      expect(output).toContain('ست سنوات');
    }
    for (const gone of ['/opt/Khatm/khatm', '/usr/bin/khatm', '/usr/share/applications/khatm.desktop'])
      expect(existsSync(gone)).toBe(false);
    const paper = printed;
    await sellByKeyboard();
    await expect.poll(() => printed, { timeout: 30_000 }).toBeGreaterThan(paper + 10_000);
    killAll();
    await expect.poll(processes).toEqual([]);
    expect((await khatm('ledger', 'check', '--data', data)).stdout).toContain('chain whole: 5 documents');
  });
});
