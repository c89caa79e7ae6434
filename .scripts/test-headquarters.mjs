/*
 * `npm run test:headquarters`: the tests of the head office, the long ones too, on the PostgreSQL that npm installs and on
 * each one that Debian's packages have put on this machine; on the Citus of CITUS_URL, those that take a database as it is
 * given; then a cluster of Patroni that loses its primary. What cannot run here is named.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const debian = '/usr/lib/postgresql';
const servers = [
  { name: "npm's", bin: undefined },
  ...(existsSync(debian) ? readdirSync(debian) : [])
    .map((version) => ({ name: `Debian's ${version}`, bin: path.join(debian, version, 'bin') }))
    .filter(({ bin }) => existsSync(path.join(bin, 'initdb'))),
];

let status = 0;
const { CITUS_URL: citus, ...others } = process.env;
function run(config, files, environment = {}) {
  const program = path.join('node_modules', 'vitest', 'vitest.mjs');
  const args = [program, 'run', '--config', config, '--project', 'node', ...files];
  const env = { ...others, ...environment };
  status ||= spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
}

for (const { name, bin } of servers) {
  for (const config of ['vitest.config.ts', 'vitest.stress.config.ts']) {
    console.log(`head office on ${name} PostgreSQL, ${config}`);
    run(config, ['test/fleet/'], bin && { KHATM_POSTGRES: bin });
  }
}
if (servers.length === 1) console.log('SKIPPED: no PostgreSQL of Debian is installed');

const has = (program) => spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined;
const missing = ['patroni', 'etcd', 'haproxy'].filter((program) => !has(program));
if (servers.length > 1 && missing.length === 0) {
  console.log('head office on three servers of Patroni, one of which dies');
  run('vitest.stress.config.ts', ['test/fleet/failover'], { KHATM_PATRONI: '1' });
} else
  console.log(`SKIPPED: Patroni; of Debian's packages there is no ${missing.join(', ') || 'postgresql'}`);
if (!has('moto_server')) console.log('SKIPPED: archives in an object store; there is no moto_server');

/** Why a test that has an office does not run on Citus. */
const ownServer = 'kills, copies or starts the server itself';
const notOnCitus = {
  'backup.stress.test.ts': ownServer,
  'failover.stress.test.ts': 'is about Patroni',
  'feed.stress.test.ts': ownServer,
  'headquarters-command.stress.test.ts': ownServer,
  'refused-start.long.test.ts': ownServer,
  'secrets.stress.test.ts': ownServer,
};
if (citus === undefined)
  console.log(
    'SKIPPED: Citus; CITUS_URL=postgres://SUPERUSER@COORDINATOR:PORT/postgres names one, whose workers are those that this database knows',
  );
else {
  const folder = path.join('test', 'fleet');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts') && !(name in notOnCitus))
    .filter((name) => readFileSync(path.join(folder, name), 'utf8').includes('provideOffice()'))
    .map((name) => `test/fleet/${name}`);
  for (const config of ['vitest.config.ts', 'vitest.stress.config.ts']) {
    console.log(`head office on Citus, ${config}`);
    // Roles are the server's, and two databases that are made at the same time change them at the same time.
    run(config, [...files, '--no-file-parallelism'], { CITUS_URL: citus });
  }
  for (const [name, why] of Object.entries(notOnCitus)) console.log(`SKIPPED on Citus: ${name} ${why}`);
}
process.exitCode = status;
