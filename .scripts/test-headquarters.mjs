/*
 * `npm run test:headquarters`: the tests of the head office, the long ones too, on the PostgreSQL that npm installs and on
 * each one that Debian's packages have put on this machine. What cannot run here is named.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const debian = '/usr/lib/postgresql';
const servers = [
  { name: "npm's", bin: undefined },
  ...(existsSync(debian) ? readdirSync(debian) : [])
    .map((version) => ({ name: `Debian's ${version}`, bin: path.join(debian, version, 'bin') }))
    .filter(({ bin }) => existsSync(path.join(bin, 'initdb'))),
];

let status = 0;
for (const { name, bin } of servers) {
  for (const config of ['vitest.config.ts', 'vitest.stress.config.ts']) {
    console.log(`head office on ${name} PostgreSQL, ${config}`);
    const env = { ...process.env, ...(bin && { KHATM_POSTGRES: bin }) };
    const program = path.join('node_modules', 'vitest', 'vitest.mjs');
    const args = [program, 'run', '--config', config, '--project', 'node', 'test/fleet/'];
    const ran = spawnSync(process.execPath, args, { stdio: 'inherit', env });
    status ||= ran.status ?? 1;
  }
}
if (servers.length === 1) console.log('SKIPPED: no PostgreSQL of Debian is installed');
console.log('SKIPPED: Citus and Patroni, for which there is no test yet');
process.exitCode = status;
