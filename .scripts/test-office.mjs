/*
 * `npm run test:office`: runs the tests of the head office, the long ones too. They run on the PostgreSQL that
 * npm installs and on each one that Debian's packages have put on this machine. The tests that can use a given database
 * run on the Citus of CITUS_URL, with one test that kills servers of its own. The last is a cluster of Patroni that
 * loses its primary. At the end it reports what ran where, what was skipped, and why. `npm run test:office -- npm
 * debian citus patroni` runs only the named ones.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const parts = ['npm', 'debian', 'citus', 'patroni'];
const named = process.argv.slice(2);
const unknown = named.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  console.error(`not one of ${parts.join(', ')}: ${unknown.join(', ')}`);
  process.exit(2);
}
const isAsked = (part) => named.length === 0 || named.includes(part);

const debian = '/usr/lib/postgresql';
const servers = [
  { part: 'npm', name: "npm's PostgreSQL", bin: undefined },
  ...(existsSync(debian) ? readdirSync(debian) : [])
    .map((version) => ({
      part: 'debian',
      name: `Debian's PostgreSQL ${version}`,
      bin: path.join(debian, version, 'bin'),
    }))
    .filter(({ bin }) => existsSync(path.join(bin, 'initdb'))),
];

const folder = path.join('test', 'office');
const configs = ['test/vitest.config.ts', 'test/vitest.stress.config.ts'];
/** One entry for each server: what ran there, by file. */
const played = [];
const skipped = [];
const { CITUS_URL: citus, ...others } = process.env;

function run(name, files, environment = {}, using = configs) {
  const results = mkdtempSync(path.join(tmpdir(), 'khatm-office-'));
  const entry = { name, passed: 0, failed: 0, files: 0, skipped: [] };
  played.push(entry);
  for (const config of using) {
    console.log(`head office on ${name}, ${config}`);
    const file = path.join(results, `${path.basename(config)}.json`);
    const program = path.join('node_modules', 'vitest', 'vitest.mjs');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const args = [program, 'run', '--config', config, '--project', 'node', ...reporters, ...files];
    const env = { ...others, ...environment };
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
    if (status !== 0) process.exitCode = 1;
    count(entry, file);
  }
  rmSync(results, { recursive: true });
}

function count(entry, file) {
  if (!existsSync(file)) {
    entry.failed += 1;
    return;
  }
  for (const { name, status, assertionResults } of JSON.parse(readFileSync(file, 'utf8')).testResults) {
    const of = (...states) => assertionResults.filter((test) => states.includes(test.status)).length;
    const [passed, failed, left] = [of('passed'), of('failed'), of('skipped', 'pending', 'todo')];
    entry.passed += passed;
    // A file that cannot be read has no tests.
    entry.failed += failed === 0 && status === 'failed' ? 1 : failed;
    if (passed + failed > 0) entry.files += 1;
    if (left > 0) entry.skipped.push(`${path.basename(name)} (${left} of ${assertionResults.length})`);
  }
}

for (const { name, bin } of servers.filter((server) => isAsked(server.part)))
  run(name, ['test/office/'], bin && { KHATM_POSTGRES: bin });
if (isAsked('debian') && servers.length === 1) skipped.push("Debian's PostgreSQL: none is installed");

const has = (program) => spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined;

/** The reason why a test that has an office does not run on Citus. */
const ownServer = 'kills, copies or starts the server itself';
const notOnCitus = {
  'backup.stress.test.ts': ownServer,
  'failover.stress.test.ts': 'is about Patroni',
  'feed.stress.test.ts': ownServer,
  'office-command.stress.test.ts': ownServer,
  'refused-start.stress.test.ts': ownServer,
  'secrets.stress.test.ts': ownServer,
};
if (isAsked('citus') && citus === undefined)
  skipped.push(
    'Citus: CITUS_URL=postgres://SUPERUSER@COORDINATOR:PORT/postgres names one, whose workers are those that this database knows',
  );
else if (isAsked('citus')) {
  const onCitus = (text) => text.includes('provideOffice()') || text.includes('startCitus()');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !(path.basename(name) in notOnCitus))
    .filter((name) => onCitus(readFileSync(path.join(folder, name), 'utf8')))
    .map((name) => path.join(folder, name));
  // Roles belong to the whole server, and two databases made at the same time would change them at the same time.
  run('Citus', [...files, '--no-file-parallelism'], { CITUS_URL: citus });
  for (const [name, why] of Object.entries(notOnCitus)) skipped.push(`on Citus: ${name} ${why}`);
}

if (isAsked('patroni')) {
  const missing = ['patroni', 'etcd', 'haproxy'].filter((program) => !has(program));
  if (servers.length > 1 && missing.length === 0)
    run(
      'three servers of Patroni, one of which dies',
      ['test/office/database/failover'],
      { KHATM_PATRONI: '1' },
      [configs[1]],
    );
  else skipped.push(`Patroni: of Debian's packages there is no ${missing.join(', ') || 'postgresql'}`);
}
if (!has('moto_server')) skipped.push('archives in an object store: there is no moto_server');

console.log('');
for (const { name, files, passed, failed, skipped: left } of played) {
  console.log(`${name}: ${passed} tests of ${files} files passed, ${failed} failed`);
  if (left.length > 0) console.log(`  skipped there: ${left.join(', ')}`);
}
for (const why of skipped) console.log(`SKIPPED ${why}`);
