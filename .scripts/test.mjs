// `npm test`: the linters and the compiler run beside the tests, which leave a core free while they wait for disks,
// browsers and other processes. Their output is printed last; a finding ends the run with code 2.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const run = (script, args, stdio, env = {}) => {
  // npm names its own entry file to the scripts it runs: no shell, the same on Windows.
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  return spawn(command, [...first, 'run', '--silent', script, '--', ...args], {
    stdio,
    env: { ...process.env, ...env },
  });
};

// The compiler and oxlint's type-aware rules are written in Go. On several threads the rules work out the same types
// more than once, and Go collects garbage often. Together this costs a third of their processor time, which the tests
// need. Below the memory limit nothing is collected.
const frugal = { GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: '3GiB' };
const check = run('check', [], ['ignore', 'pipe', 'pipe'], frugal);
const output = [];
for (const stream of [check.stdout, check.stderr]) stream.on('data', (piece) => output.push(piece));
const checked = once(check, 'close');
const [tested] = await once(run('test:unit', process.argv.slice(2), 'inherit'), 'close');
const [found] = await checked;
process.stderr.write(Buffer.concat(output));
if (found !== 0) console.error('npm test: the linters or the compiler found something, see above');
process.exitCode = found === 0 ? (tested ?? 1) : 2;
