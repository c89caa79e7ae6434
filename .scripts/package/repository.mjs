#!/usr/bin/env node
// Writes a repository for apt from the debs of a release, signed with GnuPG. The system's own package manager then
// installs the next version, and refuses any that the key has not signed.
//
// node .scripts/package/repository.mjs --debs DIST --out FOLDER --key KEY [--ring stable] [--days 30]
//
// KEY is the fingerprint of a key in GNUPGHOME. A ring is what apt calls a suite. After --days apt no longer accepts the
// lists, so that nobody can keep a shop at an old version for long: write the repository again before then.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const day = 86_400_000;
const { values } = parseArgs({
  options: {
    debs: { type: 'string' },
    out: { type: 'string' },
    key: { type: 'string' },
    ring: { type: 'string', default: 'stable' },
    days: { type: 'string', default: '30' },
  },
});
const { debs, out, key, ring, days } = values;
if (debs === undefined || out === undefined || key === undefined || !/^[a-z][a-z0-9-]*$/.test(ring))
  throw new Error('needed: --debs DIST --out FOLDER --key KEY [--ring stable] [--days 30]');

const pool = path.join('pool', 'main');
mkdirSync(path.join(out, pool), { recursive: true });
for (const name of readdirSync(debs).filter((each) => each.endsWith('.deb')))
  copyFileSync(path.join(debs, name), path.join(out, pool, name));

// Former versions stay in the pool: a shop may have to go back to one.
const packages = readdirSync(path.join(out, pool))
  .toSorted()
  .map((name) => stanzaOf(path.join(pool, name)));
const architectures = [...new Set(packages.map(({ architecture }) => architecture))].toSorted();
if (packages.length === 0) throw new Error(`no deb in ${debs}`);

const suite = path.join(out, 'dists', ring);
const coming = `${suite}.coming`;
rmSync(coming, { recursive: true, force: true });
const lists = architectures.flatMap((architecture) => {
  const folder = path.join('main', `binary-${architecture}`);
  const chosen = packages.filter((each) => each.architecture === architecture);
  const text = Buffer.from(`${chosen.map(({ stanza }) => stanza).join('\n\n')}\n`);
  return [
    [path.join(folder, 'Packages'), text],
    [path.join(folder, 'Packages.gz'), gzipSync(text)],
  ];
});
for (const [name, bytes] of lists) {
  mkdirSync(path.dirname(path.join(coming, name)), { recursive: true });
  writeFileSync(path.join(coming, name), bytes);
}
writeFileSync(path.join(coming, 'Release'), releaseOf());
sign('--clearsign', 'InRelease');
sign('--detach-sign', 'Release.gpg');
// The folder is replaced as a whole or not at all.
const former = `${suite}.former`;
rmSync(former, { recursive: true, force: true });
try {
  renameSync(suite, former);
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
}
renameSync(coming, suite);
rmSync(former, { recursive: true, force: true });
console.log(`${out}: ${packages.map(({ version }) => version).join(', ')} in the ring ${ring}`);

function stanzaOf(file) {
  const fields = run('dpkg-deb', ['--field', path.join(out, file)]).trimEnd();
  const bytes = readFileSync(path.join(out, file));
  const field = (name) => new RegExp(`^${name}: (.+)$`, 'm').exec(fields)?.[1];
  const fileFields = [`Filename: ${file}`, `Size: ${bytes.length}`, `SHA256: ${sha256(bytes)}`];
  return {
    architecture: field('Architecture'),
    version: field('Version'),
    stanza: [fields, ...fileFields].join('\n'),
  };
}

function releaseOf() {
  const now = Date.now();
  const at = (time) => new Date(time).toUTCString().replace('GMT', 'UTC');
  return `${[
    'Origin: Khatm',
    'Label: Khatm',
    `Suite: ${ring}`,
    `Codename: ${ring}`,
    `Date: ${at(now)}`,
    `Valid-Until: ${at(now + Number(days) * day)}`,
    `Architectures: ${architectures.join(' ')}`,
    'Components: main',
    'SHA256:',
    ...lists.map(([name, bytes]) => ` ${sha256(bytes)} ${bytes.length} ${name}`),
  ].join('\n')}\n`;
}

function sign(how, name) {
  const armour = how === '--detach-sign' ? ['--armor'] : [];
  const [file, signed] = ['Release', name].map((each) => path.join(coming, each));
  run('gpg', ['--batch', '--yes', '--local-user', key, ...armour, '--output', signed, how, file]);
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`);
  return stdout;
}
