import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { wordsOfPage } from '../../.scripts/vite.screens.ts';
import { developmentKey } from '../../main/app/electron/updates/release-keys.ts';

/* Tests the check after every packaging, with a folder that looks like a package. */

const root = path.resolve(import.meta.dirname, '../..');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The first bytes of a native addon for Linux on an x64 processor. */
const elf = Buffer.alloc(64);
elf.set([0x7f, 0x45, 0x4c, 0x46]);
elf.writeUInt16LE(0x3e, 18);
/** The first bytes of a native addon for Windows. */
const windows = Buffer.alloc(256);
windows.set([0x4d, 0x5a]);
windows.writeUInt32LE(128, 0x3c);
windows.writeUInt16LE(0x8664, 132);

const sqlite = 'node_modules/better-sqlite3/prebuilds/linux-x64.node';
const keyring = 'node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node';

interface Package {
  readonly archived?: readonly string[];
  readonly beside?: Readonly<Record<string, Buffer>>;
  readonly locales?: readonly string[];
  /** The contents of the files in the archive. */
  readonly text?: string;
  readonly platform?: 'linux' | 'win32';
}

function check({
  archived = ['out/main/main.js'],
  beside = { [sqlite]: elf, [keyring]: elf },
  locales = ['ar.pak', 'en-US.pak'],
  text = '',
  platform = 'linux',
}: Package): { code: number | null; problems: string; home: string } {
  const home = mkdtempSync(path.join(tmpdir(), 'khatm-package-'));
  folders.push(home);
  const write = (name: string, bytes: Buffer) => {
    mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    writeFileSync(path.join(home, name), bytes);
  };
  write('resources/app.asar', Buffer.concat([archiveOf(archived), Buffer.from(text)]));
  for (const [name, bytes] of Object.entries(beside)) write(`resources/app.asar.unpacked/${name}`, bytes);
  for (const name of locales) write(`locales/${name}`, Buffer.alloc(1));
  return { ...run(home, platform), home };
}

function run(home: string, platform = 'linux') {
  const script = path.join(root, '.scripts/package/check.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, home, platform, 'x64'], {
    encoding: 'utf8',
    env: { ...process.env, KHATM_DEVELOPMENT_PACKAGE: '' },
  });
  return { code: status, problems: stderr };
}

/** Returns only the header of an archive, because the check reads nothing else. */
function archiveOf(names: readonly string[]): Buffer {
  const tree: Record<string, unknown> = {};
  for (const name of names) {
    const parts = name.split('/');
    const file = parts.pop() ?? '';
    let folder = tree;
    for (const part of parts) {
      folder[part] ??= { files: {} };
      folder = (folder[part] as { files: Record<string, unknown> }).files;
    }
    folder[file] = { size: 1, offset: '0' };
  }
  const header = Buffer.from(JSON.stringify({ files: tree }));
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(4, 0);
  sizes.writeUInt32LE(header.length + 8, 4);
  sizes.writeUInt32LE(header.length + 4, 8);
  sizes.writeUInt32LE(header.length, 12);
  return Buffer.concat([sizes, header]);
}

test('a package with the addons of its target passes', () => {
  expect(check({})).toMatchObject({ code: 0, problems: '' });
});

test.each([
  ['an addon is missing', { beside: { [sqlite]: elf } }, `${keyring} is missing`],
  [
    'an addon of another platform came along',
    {
      beside: {
        [sqlite]: elf,
        [keyring]: elf,
        'node_modules/better-sqlite3/prebuilds/win32-x64.node': windows,
      },
    },
    'win32-x64.node is a native addon of another target',
  ],
  [
    'an addon has the right name and is for another platform',
    { beside: { [sqlite]: windows, [keyring]: elf } },
    `${sqlite} is for win32 x64, not for linux x64`,
  ],
  [
    'an addon is in the archive alone',
    { archived: [keyring], beside: { [sqlite]: elf } },
    `${keyring} is missing`,
  ],
  ['a source map came along', { archived: ['out/main/main.js.map'] }, 'out/main/main.js.map is of no use'],
  [
    'a source came along',
    { archived: ['main/app/electron/main.ts'] },
    'main/app/electron/main.ts is of no use',
  ],
  [
    'something lies outside of the archive',
    { beside: { [sqlite]: elf, [keyring]: elf, 'node_modules/x/index.js': elf } },
    'node_modules/x/index.js lies outside of the archive',
  ],
  ['the development key is trusted', { text: `x${developmentKey.spki}x` }, 'trusts the development key'],
  ['a language came along', { locales: ['ar.pak', 'en-US.pak', 'fr.pak'] }, 'locales/fr.pak is a language'],
] satisfies [string, Package, string][])('a package fails where %s', (_, made, problem) => {
  const { code, problems } = check(made);
  expect(code).toBe(1);
  expect(problems).toContain(problem);
});

/** Makes a Windows addon whose import table, or delayed one, names a library. */
function windowsAddon(library: string, directory: 1 | 13): Buffer {
  const bytes = Buffer.alloc(0x400);
  windows.copy(bytes);
  bytes.write('PE', 128);
  bytes.writeUInt16LE(1, 134);
  bytes.writeUInt16LE(240, 148);
  const optional = 152;
  bytes.writeUInt16LE(0x20b, optional);
  bytes.writeUInt32LE(16, optional + 108);
  bytes.writeUInt32LE(0x1000, optional + 112 + 8 * directory);
  const section = optional + 240;
  bytes.writeUInt32LE(0x1000, section + 12);
  bytes.writeUInt32LE(0x200, section + 16);
  bytes.writeUInt32LE(0x200, section + 20);
  bytes.writeUInt32LE(0x1080, 0x200 + (directory === 1 ? 12 : 4));
  bytes.write(library, 0x280);
  return bytes;
}

test.each([1, 13] as const)(
  'a package for Windows fails where an addon needs what Windows lacks: table %i',
  (table) => {
    const sqlite = 'node_modules/better-sqlite3/prebuilds/win32-x64.node';
    const keychain = 'node_modules/@github/keytar/prebuilds/win32-x64/keytar.node';
    const withAddon = (addon: Buffer) =>
      check({
        platform: 'win32',
        beside: { [sqlite]: windowsAddon('KERNEL32.dll', 1), [keychain]: addon },
      });
    expect(withAddon(windowsAddon('ADVAPI32.dll', table))).toMatchObject({ code: 0, problems: '' });
    const { code, problems } = withAddon(windowsAddon('VCRUNTIME140.dll', table));
    expect(code).toBe(1);
    expect(problems).toContain(`${keychain} needs vcruntime140.dll, which Windows does not have`);
  },
);

test('a package that trusts fewer than two keys of updates is none for shops', () => {
  const script = `import { keyProblems } from './.scripts/package/check.mjs';
    console.log(JSON.stringify([[], [1], [1, 2]].map((keys) => keyProblems(keys).length)));`;
  const args = ['--input-type=module', '--eval', script];
  expect(spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).stdout).toBe('[1,1,0]\n');
});

test('the scripts of a package and the first page have the words of both languages', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-package-'));
  folders.push(folder);
  const script = `import { writeScripts } from './.scripts/package/words.mjs';
    writeScripts(${JSON.stringify(folder)});`;
  const args = ['--input-type=module', '--eval', script];
  expect(spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).stderr).toBe('');
  const page = readFileSync(path.join(root, 'renderer', 'index.html'), 'utf8');
  const filled = [
    ...readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8')),
    wordsOfPage.transformIndexHtml(page),
  ];
  expect(readdirSync(folder).sort()).toEqual(['after-install.sh', 'after-remove.sh', 'installer.nsh']);
  for (const text of filled) {
    expect(text).not.toMatch(/@(en|ar)\./);
    expect(text).toMatch(/\p{Script=Arabic}/u);
    expect(text).toContain('Khatm');
  }
  for (const name of ['after-install.sh', 'after-remove.sh'])
    expect(spawnSync('sh', ['-n', path.join(folder, name)]).status).toBe(0);
});

test('a package that takes more than 35 MB fails', () => {
  const { home } = check({});
  const addon = path.join(home, 'resources/app.asar.unpacked', sqlite);
  truncateSync(addon, 34 * 1024 * 1024);
  expect(run(home).code).toBe(0);
  truncateSync(addon, 35 * 1024 * 1024);
  expect(run(home).problems).toContain('35.0 MB without Electron is more than the 35.0 MB allowed');
});
