import path from 'node:path';
import manifest from '../../../../package.json' with { type: 'json' };
import type { Updates } from '../../../../shared/contract/terminal/updates.ts';
import { parseOrFail } from '../../../../shared/failure.ts';
import { databaseNames } from '../../../../shared/update.ts';
import { describeUpdateTrouble } from '../../../../shared/words/updates.ts';
import { digestOfFile, inFolder } from '../../../base/outside/outside-folder.ts';
import { isOwnFile, realOwn } from '../../../base/platform/files/own-files.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { ownSchemas } from '../../terminal/terminal-updates.ts';
import { productName, readPublished } from '../../updates/check-manifest.ts';
import { isFile } from '../../updates/download.ts';
import { appImageAt } from '../../updates/find-installer.ts';
import type { Installer } from '../../updates/installer.ts';
import {
  type Manifest,
  type ManifestFile,
  manifestName,
  manifestSchema,
  signatureName,
} from '../../updates/manifest.ts';
import { makeKeyPair, signBytes } from '../../updates/signature.ts';
import { folderSource } from '../../updates/source.ts';
import { trustedKeys } from '../../updates/trusted-keys.ts';
import { type OfLedger, readInput, readJsonInput, writeOutput } from '../files.ts';
import { ask, onData } from '../on-terminal.ts';
import { secretFromOutside } from '../secrets-from-outside.ts';
import { UsageError } from '../usage-error.ts';

/** The part of a manifest that a maintainer writes; the rest comes from the program and its packages. */
const releaseSchema = manifestSchema.omit({ product: true, version: true, forms: true, files: true });

async function passphrase(): Promise<string> {
  const given = await secretFromOutside('KHATM_UPDATE_PASSPHRASE', 'Passphrase of the key');
  if (given === undefined || given.length < 12)
    throw new UsageError('KHATM_UPDATE_PASSPHRASE: a passphrase of at least 12 characters is needed');
  return given;
}

/** `khatm update keys`: makes a key pair, and prints the line for the list of trusted keys. */
export async function makeKeys({ out, name }: { out: string; name: string }): Promise<void> {
  const file = path.join(out, `khatm-${name}.key.pem`);
  const isThere = await inFolder(out, {}, (folder) => folder.look(path.basename(file)));
  if (isThere !== undefined) throw new UsageError(`${file}: is there already`);
  const { spki, pem } = makeKeyPair(await passphrase());
  await writeOutput(file, pem);
  console.error(`khatm: the private key is ${file}; keep it off this machine`);
  console.log(`{ name: '${name}', spki: '${spki}' },`);
}

/** `khatm update sign`: writes the manifest of the packages in a folder, and its signature. */
export async function signRelease(options: { dist: string; key: string; release: string }): Promise<void> {
  const { dist, key } = options;
  const release = await readJsonInput(options.release, releaseSchema);
  const files = await packagesIn(dist);
  if (files.length === 0) throw new UsageError(`${dist}: no packages there`);
  const forms = Object.fromEntries(
    databaseNames.map((name) => [name, { reads: [0, ownSchemas[name]], writes: ownSchemas[name] }]),
  ) as Manifest['forms'];
  const content = { product: productName, version: manifest.version, ...release, forms, files };
  const bytes = Buffer.from(`${JSON.stringify(parseOrFail(manifestSchema, content), null, 2)}\n`);
  const signature = signBytes(bytes, (await readInput(key)).toString('utf8'), await passphrase());
  await writeOutput(path.join(dist, manifestName), bytes.toString('utf8'));
  await writeOutput(path.join(dist, signatureName), `${signature}\n`);
  for (const file of files) console.log(describePackage(file));
  console.log(
    `signed: version ${content.version}, serial ${content.serial}, ${content.stage}% of ring ${content.ring}`,
  );
}

/** `khatm update verify`: checks signature and packages of a folder; the exit code is 1 if one does not match. */
export async function verifyRelease({ dist, public: key }: { dist: string; public?: string }): Promise<void> {
  const keys = key === undefined ? trustedKeys : [{ name: 'given', spki: key }];
  const published = await folderSource(dist).manifest();
  const read = typeof published === 'string' ? published : readPublished(published, keys);
  if (typeof read === 'string') {
    console.log(`${read}: ${describeUpdateTrouble(read, 'en')}`);
    process.exitCode = 1;
    return;
  }
  console.log(
    `signature right: version ${read.version}, serial ${read.serial}, ${read.stage}% of ring ${read.ring}`,
  );
  for (const file of read.files) {
    const isRight = await isFile(path.join(dist, file.name), file);
    console.log(`${isRight ? 'right' : 'wrong'}: ${describePackage(file)}`);
    if (!isRight) process.exitCode = 1;
  }
}

type OnTerminal = OfLedger & { from: string; target?: string };

/** `khatm update check`: reports what a folder offers this terminal; the exit code is 1 if it offers nothing. */
export async function checkUpdate(options: OnTerminal): Promise<void> {
  const { view } = await onUpdatable(options, (terminal) =>
    ask(terminal, 'update.lookIn', { folder: path.resolve(options.from) }),
  );
  printOffer(view, options.target);
}

/** `khatm update install`: checks in the same way, and installs. A running program must be started again. */
export async function installUpdate(options: OnTerminal): Promise<void> {
  const { view, isInstalled } = await onUpdatable(options, async (terminal) => {
    const found = await ask(terminal, 'update.lookIn', { folder: path.resolve(options.from) });
    return found.offer === undefined ? found : ask(terminal, 'update.install', { when: 'now' });
  });
  if (isInstalled) console.log('installed: the next start of the program is the new version');
  else printOffer(view, options.target);
}

/** The version of another program is unknown, so it is not kept as the former version. */
function installerAt(target: string): Installer {
  const installer = appImageAt(target, () => undefined);
  return isOwn(target) ? installer : { ...installer, keepFormer: async () => undefined };
}

const isOwn = (target: string) =>
  process.env.APPIMAGE !== undefined && realOwn(process.env.APPIMAGE) === realOwn(target);

async function onUpdatable(
  options: OnTerminal,
  work: (terminal: Terminal) => Promise<Updates>,
): Promise<{ view: Updates; isInstalled: boolean }> {
  const target = options.target ?? process.env.APPIMAGE;
  if (target === undefined) throw new UsageError('--target is missing: the AppImage that is to be replaced');
  if (!isOwnFile(target)) throw new UsageError(`${target}: no such file`);
  let isInstalled = false;
  const end = () => {
    isInstalled = true;
  };
  const updates = { isByHand: true, installer: installerAt(target), end };
  return onData({ data: options.data, env: options.env, updates }, async (terminal) => {
    await terminal.ready().catch(() => undefined);
    const view = await work(terminal);
    return { view, isInstalled };
  });
}

function printOffer({ version, offer, looked }: Updates, target: string | undefined): void {
  if (offer !== undefined) {
    console.log(
      `offered: version ${offer.version}, in place of ${target === undefined || isOwn(target) ? version : target}`,
    );
    console.log(offer.notes.en);
    return;
  }
  process.exitCode = 1;
  if (looked?.why === undefined) console.log(`current: version ${version} is the newest`);
  else console.log(`${looked.why}: ${describeUpdateTrouble(looked.why, 'en')}`);
}

const endings = [
  { ending: '.AppImage', platform: 'linux', kind: 'appimage' },
  { ending: '.deb', platform: 'linux', kind: 'deb' },
  { ending: '.rpm', platform: 'linux', kind: 'rpm' },
  { ending: '.tar.gz', platform: 'linux', kind: 'tar' },
  { ending: '.exe', platform: 'win32', kind: 'nsis' },
  { ending: '-win.zip', platform: 'win32', kind: 'zip' },
  { ending: '-mac.zip', platform: 'darwin', kind: 'zip' },
  { ending: '.dmg', platform: 'darwin', kind: 'dmg' },
] as const;

/** The packages of a folder by the endings of their names; one for another processor than x64 says so in its name. */
async function packagesIn(dist: string): Promise<ManifestFile[]> {
  const packages: ManifestFile[] = [];
  const names = await inFolder(dist, {}, (folder) => folder.names());
  for (const name of names.toSorted()) {
    const match = endings.find(({ ending }) => name.endsWith(ending));
    if (match === undefined) continue;
    const file = path.join(dist, name);
    const arch = /arm64|aarch64/.test(name) ? 'arm64' : 'x64';
    const { platform, kind } = match;
    packages.push({ platform, arch, kind, name, ...(await digestOfFile(file)) });
  }
  return packages;
}

const describePackage = ({ platform, arch, kind, name, sha256 }: ManifestFile) =>
  `${platform} ${arch} ${kind} ${name} ${sha256}`;
