// Says which libraries are in a package: the list of materials (CycloneDX) and the texts of their licenseFiles.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nativesOf, root } from './natives.mjs';

const sources = ['main', 'renderer', 'shared'];
/** Libraries that no import names: the program itself, and those that package.json lists for the fonts' files. */
const alwaysShipped = ['electron', '@fontsource/ibm-plex-sans', '@fontsource/ibm-plex-sans-arabic'];

/** Returns the libraries that our own sources import by name. */
function importedNames() {
  const names = new Set(alwaysShipped);
  for (const folder of sources)
    for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(tsx?|css)$/.test(file)) continue;
      const text = readFileSync(path.join(root, folder, file), 'utf8');
      for (const [, name] of text.matchAll(
        /(?:from|import|import\()\s*['"]((?:@[\w-]+\/)?[\w.-]+)(?=['"/])/g,
      ))
        if (!name.startsWith('.')) names.add(name);
    }
  return names;
}

function npmSbom() {
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  const { status, stdout, stderr } = spawnSync(
    command,
    [...args, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, npm_config_omit: '' },
    },
  );
  if (status !== 0) throw new Error(`npm sbom: ${stderr}`);
  return JSON.parse(stdout);
}

/** Returns npm's list of materials without what only builds or tests the program. */
export function materials() {
  const sbom = npmSbom();
  const names = importedNames();
  const byRef = new Map(sbom.components.map((component) => [component['bom-ref'], component]));
  const below = new Map(sbom.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  const top = below.get(sbom.metadata.component['bom-ref']) ?? [];
  const nameOf = (ref) => byRef.get(ref)?.name;
  const shipped = new Set();
  const take = (ref) => {
    if (shipped.has(ref)) return;
    shipped.add(ref);
    // Electron's own package holds a program that downloads it; only what it downloads is shipped.
    if (nameOf(ref) !== 'electron') for (const each of below.get(ref) ?? []) take(each);
  };
  for (const ref of top) if (byRef.has(ref) && names.has(nameOf(ref))) take(ref);
  const components = sbom.components.filter((component) => shipped.has(component['bom-ref']));
  const dependencies = sbom.dependencies.filter(({ ref }) => shipped.has(ref));
  // Both are random, or different at each run: two builds would differ.
  delete sbom.serialNumber;
  delete sbom.metadata.timestamp;
  return { ...sbom, components, dependencies };
}

/** Returns where npm has installed each library, by `name@version`. */
function installedFolders() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const named = Object.entries(packages).filter(([place]) => place !== '');
  return new Map(
    named.map(([place, { version }]) => [
      `${place.replace(/^.*node_modules\//, '')}@${version}`,
      path.join(root, place),
    ]),
  );
}

/** Writes the list of materials beside the packages; returns its file. */
export function writeMaterials(folder) {
  const sbom = materials();
  const file = path.join(folder, `khatm-${sbom.metadata.component.version}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(sbom, undefined, 2)}\n`);
  return file;
}

/** Returns the libraries of a target with the texts of their licenseFiles. */
function licencesOf({ platform, arch }) {
  const natives = nativesOf(platform, arch);
  const folders = installedFolders();
  return materials()
    .components.filter(
      ({ name }) => !/\/(keyring-|keytar$)/.test(name) || natives.some((file) => file.includes(`/${name}/`)),
    )
    .map((component) => {
      const { name, version, licenses = [] } = component;
      const kinds = licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression);
      const folder = folders.get(component['bom-ref']);
      const licenseFiles =
        folder !== undefined && existsSync(folder)
          ? readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
          : [];
      const words = licenseFiles
        .toSorted()
        .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
      const text = words.join('\n\n');
      // Some packages name the kind of licence only in the licence's title.
      return { name, version, licence: kinds.join(', ') || text.split('\n', 1)[0], text };
    });
}

/** Writes the licenseFiles of all libraries of a target: one file for people to read, and one for the program's window. */
export function writeLicences({ text, json }, target) {
  const libraries = licencesOf(target);
  writeFileSync(json, `${JSON.stringify(libraries)}\n`);
  const parts = libraries.map((one) =>
    [
      `${'='.repeat(78)}\n${one.name} ${one.version}: ${one.licence}`,
      ...(one.text === '' ? [] : [one.text]),
    ].join('\n\n'),
  );
  writeFileSync(text, `${parts.join('\n\n')}\n`);
}
