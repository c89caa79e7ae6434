#!/usr/bin/env node
// Writes the deb and the rpm of a folder with the system's own dpkg-deb and rpmbuild. It takes the arguments that
// electron-builder gives to fpm, because fpm is not available everywhere. CUSTOM_FPM_PATH may name the real one
// instead.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const text = { type: 'string' };
const several = { type: 'string', multiple: true };
const { values: given, positionals: mappings } = parseArgs({
  allowPositionals: true,
  options: {
    input: { ...text, short: 's' },
    force: { type: 'boolean' },
    debug: { type: 'boolean' },
    log: text,
    output: { ...text, short: 't' },
    depends: { ...several, short: 'd' },
    'deb-recommends': several,
    'deb-compression': text,
    'deb-priority': text,
    'rpm-os': text,
    'rpm-compression': text,
    'rpm-summary': text,
    architecture: text,
    'after-install': text,
    'before-remove': text,
    'after-remove': text,
    description: text,
    version: text,
    iteration: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    license: text,
    category: text,
  },
});

/** Other names of dpkg-deb for fpm's compressions. */
const compressions = { gz: 'gzip', zst: 'zstd' };
const work = mkdtempSync(path.join(tmpdir(), 'khatm-package-'));
try {
  const files = path.join(work, 'files');
  for (const mapping of mappings) place(mapping, files);
  if (given.output === 'deb') writeDeb(files);
  else if (given.output === 'rpm') writeRpm(files);
  else throw new Error(`-t ${given.output}: deb and rpm are written here`);
} finally {
  rmSync(work, { recursive: true });
}

/**
 * Copies `source=/target`; for a folder whose name ends with a slash, copies only its content. Modes do not depend on
 * the umask.
 */
function place(mapping, files) {
  const at = mapping.lastIndexOf('=');
  const source = mapping.slice(0, at);
  const target = path.join(files, mapping.slice(at + 1));
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(source, target, { recursive: true, verbatimSymlinks: true });
  for (const file of [target, ...entriesOf(target)]) {
    const entry = lstatSync(file);
    if (entry.isSymbolicLink()) continue;
    chmodSync(file, entry.isDirectory() || (entry.mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}

function entriesOf(folder) {
  if (!lstatSync(folder).isDirectory()) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, name))
    .sort();
}

function run(command, ...args) {
  // All files get the same time, so that the same sources make the same package.
  const env = {
    ...process.env,
    SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? '1577836800',
    LC_ALL: 'C.UTF-8',
  };
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (error?.code === 'ENOENT') throw new Error(`${command} is needed, and not installed`);
  if (status !== 0) throw new Error(`${command} failed (${status ?? error})`);
}

function writeDeb(files) {
  const control = path.join(files, 'DEBIAN');
  const regular = entriesOf(files).filter((file) => lstatSync(file).isFile());
  mkdirSync(control);
  chmodSync(control, 0o755);
  const kilobytes = regular.reduce((sum, file) => sum + Math.ceil(lstatSync(file).size / 1024), 0);
  const [summary = '', ...lines] = given.description.split('\n').map((line) => line.trim());
  const fields = {
    Package: given.name,
    Version: given.version,
    Architecture: given.architecture,
    Maintainer: given.maintainer,
    'Installed-Size': kilobytes,
    Depends: given.depends?.join(', '),
    Recommends: given['deb-recommends']?.join(', '),
    Section: given.category ?? 'default',
    Priority: given['deb-priority'],
    Homepage: given.url,
    Description: [summary, ...lines.map((line) => ` ${line === '' ? '.' : line}`)].join('\n'),
  };
  const stated = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  writeFileSync(path.join(control, 'control'), stated.map(([name, value]) => `${name}: ${value}\n`).join(''));
  const sums = regular.map((file) => {
    const sum = createHash('md5').update(readFileSync(file)).digest('hex');
    return `${sum}  ${path.relative(files, file)}\n`;
  });
  writeFileSync(path.join(control, 'md5sums'), sums.join(''));
  for (const [name, script] of Object.entries({
    postinst: given['after-install'],
    prerm: given['before-remove'],
    postrm: given['after-remove'],
  }))
    if (script !== undefined) {
      cpSync(script, path.join(control, name));
      chmodSync(path.join(control, name), 0o755);
    }
  run(
    'dpkg-deb',
    '--root-owner-group',
    `-Z${compressions[given['deb-compression']] ?? 'xz'}`,
    '--build',
    files,
    given.package,
  );
}

function writeRpm(files) {
  const top = path.join(work, 'rpm');
  const quoted = (name) => `"/${name}"`;
  const leaves = entriesOf(files).filter((file) => !lstatSync(file).isDirectory());
  const ownFolder = path.join(files, 'opt');
  const folders = entriesOf(files).filter(
    (file) => file.startsWith(`${ownFolder}${path.sep}`) && lstatSync(file).isDirectory(),
  );
  const script = (section, file) =>
    file === undefined ? [] : [`%${section}`, readFileSync(file, 'utf8').replaceAll('%', '%%')];
  const spec = [
    '%define _build_id_links none',
    '%define __os_install_post %{nil}',
    '%define _binary_payload w6.xzdio',
    '%define use_source_date_epoch_as_buildtime 1',
    '%define clamp_mtime_to_source_date_epoch 1',
    '%define _buildhost khatm',
    `Name: ${given.name}`,
    `Version: ${given.version.replaceAll('-', '_')}`,
    `Release: ${given.iteration ?? '1'}`,
    `Summary: ${given['rpm-summary'] ?? given.description.split('\n')[0]}`,
    `License: ${given.license ?? 'MIT'}`,
    `Vendor: ${given.vendor}`,
    `Packager: ${given.maintainer}`,
    `URL: ${given.url}`,
    'AutoReqProv: no',
    ...(given.depends ?? []).map((name) => `Requires: ${name}`),
    '%description',
    given.description,
    ...script('post', given['after-install']),
    ...script('preun', given['before-remove']),
    ...script('postun', given['after-remove']),
    '%files',
    '%defattr(-,root,root,-)',
    ...folders.map((file) => `%dir ${quoted(path.relative(files, file))}`),
    ...leaves.map((file) => quoted(path.relative(files, file))),
  ];
  writeFileSync(path.join(work, 'khatm.spec'), `${spec.join('\n')}\n`);
  const define = (name, value) => ['--define', `${name} ${value}`];
  run(
    'rpmbuild',
    '-bb',
    '--quiet',
    '--target',
    { amd64: 'x86_64', arm64: 'aarch64' }[given.architecture] ?? given.architecture,
    '--buildroot',
    files,
    ...define('_topdir', top),
    ...define('_rpmdir', top),
    ...define('_rpmfilename', 'khatm.rpm'),
    '--noclean',
    path.join(work, 'khatm.spec'),
  );
  cpSync(path.join(top, 'khatm.rpm'), given.package);
}
