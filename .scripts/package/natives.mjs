// The parts of a package that are not our JavaScript: native addons of its platform, and the fonts of receipts.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
/** Everything that a build makes for itself; none of it is committed. */
export const workFolder = path.join(root, 'node_modules', '.cache', 'khatm-package');
const installed = path.join(root, 'node_modules');

/**
 * The addons by Electron's name of the platform. Each value is the folder of electron-builder's macro `${os}` and the
 * package with the keyring's addon. On Windows the keychain has another library, whose addon needs nothing but Windows.
 */
const platforms = {
  linux: { os: 'linux', keyring: (arch) => `linux-${arch}-gnu` },
  win32: { os: 'win', keyring: () => undefined },
  darwin: { os: 'mac', keyring: (arch) => `darwin-${arch}` },
};
const keytarOf = (platform, arch) => `@github/keytar/prebuilds/${platform}-${arch}/keytar.node`;

function platformOf(platform, arch) {
  const addons = platforms[platform];
  if (addons === undefined || !['x64', 'arm64'].includes(arch))
    throw new Error(`no native addons are known for ${platform} ${arch}`);
  return addons;
}

/** Returns the native addons of a package for this target, as paths inside it. */
export function nativesOf(platform, arch) {
  const keyring = platformOf(platform, arch).keyring(arch);
  return [
    keyring === undefined
      ? `node_modules/${keytarOf(platform, arch)}`
      : `node_modules/@napi-rs/keyring-${keyring}/keyring.${keyring}.node`,
    `node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`,
  ];
}

/** Collects the parts for a target in a folder of their own, which electron-builder.yml names. */
export function collectParts(platform, arch) {
  const { os, keyring } = platformOf(platform, arch);
  const folder = path.join(workFolder, `${os}-${arch}`);
  rmSync(folder, { recursive: true, force: true });
  const copy = (name) =>
    cpSync(path.join(installed, name), path.join(folder, name), { recursive: true, dereference: true });

  for (const name of ['package.json', 'LICENSE', 'lib']) copy(`better-sqlite3/${name}`);
  const sqlite = `better-sqlite3/prebuilds/${platform}-${arch}.node`;
  // An older Electron, which tests may use, needs an addon that was built for it.
  if (process.env.KHATM_SQLITE_ADDON === undefined) copy(sqlite);
  else cpSync(process.env.KHATM_SQLITE_ADDON, path.join(folder, sqlite));
  const addonOf = keyring(arch);
  if (addonOf === undefined) {
    for (const name of ['package.json', 'LICENSE.md', 'lib']) copy(`@github/keytar/${name}`);
    copy(keytarOf(platform, arch));
  } else {
    for (const name of ['package.json', 'LICENSE', 'index.js', 'keytar.js']) copy(`keytar/${name}`);
    const addon = `@napi-rs/keyring-${addonOf}`;
    if (existsSync(path.join(installed, addon))) copy(addon);
    else download(addon, path.join(folder, addon));
  }
  for (const family of ['ibm-plex-sans', 'ibm-plex-sans-arabic']) {
    const font = `@fontsource/${family}`;
    for (const name of ['package.json', 'LICENSE']) copy(`${font}/${name}`);
    for (const name of readdirSync(path.join(installed, font, 'files')))
      if (/-(400|600)-normal\.woff$/.test(name)) copy(`${font}/files/${name}`);
  }
  return folder;
}

/**
 * Takes an addon for another platform from the registry, since `npm ci` installs only those of this machine. Its hash
 * must be the one in package-lock.json.
 */
function download(name, target) {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = lock.packages[`node_modules/${name}`] ?? {};
  if (version === undefined) throw new Error(`${name} is not in package-lock.json`);
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-addon-'));
  try {
    const run = (command, args) => {
      const { status, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
    };
    const npm = process.env.npm_execpath;
    const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
    run(command, [...args, 'pack', '--silent', `${name}@${version}`]);
    const [archive] = readdirSync(folder);
    const digest = createHash('sha512')
      .update(readFileSync(path.join(folder, archive)))
      .digest('base64');
    if (`sha512-${digest}` !== integrity)
      throw new Error(`${name}@${version} is not the package of the lock file`);
    run('tar', ['-xzf', archive]);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join(folder, 'package'), target, { recursive: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads from the first bytes of a native addon which platform and processor it is for: `linux x64`. */
export function targetOf(bytes) {
  const processors = {
    62: 'x64',
    183: 'arm64',
    34404: 'x64',
    43620: 'arm64',
    16777223: 'x64',
    16777228: 'arm64',
  };
  const name = (platform, code) => `${platform} ${processors[code] ?? `processor ${code}`}`;
  if (bytes.readUInt32BE(0) === 0x7f454c46) return name('linux', bytes.readUInt16LE(18));
  if (bytes.readUInt16BE(0) === 0x4d5a)
    return name('win32', bytes.readUInt16LE(bytes.readUInt32LE(0x3c) + 4));
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return name('darwin', bytes.readUInt32LE(4));
  return 'no native addon';
}
