// Fails a build whose package has the wrong content or size, before anybody installs it.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { developmentKey } from '../../main/app/electron/updates/release-keys.ts';
import { filesOf } from './archive.mjs';
import { nativesOf, targetOf } from './natives.mjs';
import { foreignImports } from './windows-imports.mjs';

/** The number of bytes that a package may take on a disk, without Electron. */
export const sizeLimit = 35 * 1024 * 1024;

/** Electron's translations of its own menus and dialogs. */
const locales = { 'ar.pak': true, 'en-US.pak': true };

/** The files that help to develop a program and are not needed to run it. */
const useless = /\.(map|ts|mts|cts|tsx|cc|cpp|c|h|hpp|gyp|gypi|md)$/;

const walk = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

/**
 * Returns the faults of an unpacked package, and its size without Electron.
 * @param resources its folder with `app.asar`
 * @param home its folder with the program
 */
export function checkPackage({ home, resources, platform, arch }) {
  const problems = [];
  const unpacked = path.join(resources, 'app.asar.unpacked');
  const inArchive = filesOf(path.join(resources, 'app.asar'));
  const beside = walk(unpacked);

  const isToTry = process.env.KHATM_DEVELOPMENT_PACKAGE === '1';
  if (!isToTry && readFileSync(path.join(resources, 'app.asar')).includes(developmentKey.spki))
    problems.push('the program trusts the development key, whose private half everybody has');

  const wanted = nativesOf(platform, arch);
  const elsewhere = walk(home).filter((name) => !path.join(home, name).startsWith(unpacked + path.sep));
  const natives = [...inArchive.map((file) => file.path), ...elsewhere, ...beside].filter(isNative);
  for (const name of wanted)
    if (!beside.includes(name)) problems.push(`${name} is missing: the program cannot start without it`);
  for (const name of new Set(natives))
    if (!wanted.includes(name)) problems.push(`${name} is a native addon of another target`);
  for (const name of beside)
    if (!isNative(name)) problems.push(`${name} lies outside of the archive without need`);
  for (const name of beside.filter((file) => wanted.includes(file))) {
    const bytes = readFileSync(path.join(unpacked, name));
    const target = targetOf(bytes);
    if (target !== `${platform} ${arch}`)
      problems.push(`${name} is for ${target}, not for ${platform} ${arch}`);
    else if (platform === 'win32')
      for (const library of foreignImports(bytes))
        problems.push(`${name} needs ${library}, which Windows does not have`);
  }

  for (const { path: name } of inArchive)
    if (useless.test(name)) problems.push(`${name} is of no use in a package`);
  if (platform !== 'darwin')
    for (const name of readdirSync(path.join(home, 'locales')))
      if (!locales[name]) problems.push(`locales/${name} is a language that the screens do not have`);

  const size = walk(resources).reduce((sum, name) => sum + statSync(path.join(resources, name)).size, 0);
  if (size > sizeLimit)
    problems.push(`${megabytes(size)} without Electron is more than the ${megabytes(sizeLimit)} allowed`);
  return { problems, size };
}

/**
 * Checks the update keys that a package for shops trusts and returns the faults: one key signs, and the other is a
 * reserve in case the first is lost.
 */
export const keyProblems = (keys) =>
  keys.length < 2
    ? [
        `the program trusts ${keys.length} keys of updates and needs two: see main/app/updates/trusted-keys.ts`,
      ]
    : [];

const isNative = (name) => name.endsWith('.node');

export const megabytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

// node .scripts/package/check.mjs dist/linux-unpacked linux x64
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [home, platform, arch] = process.argv.slice(2);
  const resources = path.join(home, platform === 'darwin' ? 'Khatm.app/Contents/Resources' : 'resources');
  const { problems, size } = checkPackage({ home, resources, platform, arch });
  console.log(`${megabytes(size)} without Electron`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
