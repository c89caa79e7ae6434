// `npm run test:windows`: the tests that need no window, with Windows' own Node, room by room. A room that hangs or
// dies does not stop the others, and each reports its own results.
//
// node .scripts/test-windows.mjs [--chosen] [--stress] [--json FILE] [ROOM…]
//
// WINDOWS_NODE names the Node to use, and WINDOWS_PROJECT the folder: a copy of this one with the addons of Windows. On
// Windows itself, this Node is used. Otherwise it runs nothing, and says so.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chosenFiles } from './windows-choice.mjs';

const root = path.dirname(import.meta.dirname);
const isWindows = process.platform === 'win32';
const program = process.env.WINDOWS_NODE ?? (isWindows ? process.execPath : undefined);
const project = process.env.WINDOWS_PROJECT ?? root;

/** These need a browser or a window, check the sources, or are not tests. */
const elsewhere = ['bench', 'e2e', 'electron', 'project', 'prove', 'renderer', 'support'];

/** Time limits of a test and of a room, in milliseconds: under Wine a process starts slowly. */
const testMs = 180_000;
const roomMs = { test: 25 * 60_000, stress: 45 * 60_000 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    chosen: { type: 'boolean' },
    stress: { type: 'boolean' },
    json: { type: 'string' },
  },
});
/** Rooms on their own run one file after the other, which uses one core only. */
const roomsAtOnce = Math.min(2, availableParallelism());

if (program === undefined) {
  console.log('windows: SKIPPED: no Node of Windows here; WINDOWS_NODE names one');
} else {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-windows-'));
  try {
    process.exitCode = await runRooms(program, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runRooms(node, folder) {
  const all = () =>
    readdirSync(path.join(project, 'test'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !elsewhere.includes(entry.name))
      .map(({ name }) => name);
  const rooms = values.chosen ? ['chosen'] : positionals.length > 0 ? positionals : all();
  const sums = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  const left = [...rooms];
  const runNext = async () => {
    for (let room = left.shift(); room !== undefined; room = left.shift()) {
      const report = await runRoom(node, room, path.join(folder, `${room.replaceAll('/', '-')}.json`));
      for (const [name, value] of Object.entries(sums))
        if (Array.isArray(value)) value.push(...report[name]);
        else sums[name] += report[name];
    }
  };
  await Promise.all(Array.from({ length: roomsAtOnce }, runNext));
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = sums;
  console.log(`windows: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(sums));
  return failed === 0 ? 0 : 1;
}

/** Returns true for a file of the rooms that were asked for, or of any if none was. */
function isAsked(name) {
  return positionals.length === 0 || positionals.some((room) => name.startsWith(`test/${room}/`));
}

async function runRoom(node, room, file) {
  const config = values.stress
    ? ['--config', 'test/vitest.stress.config.ts']
    : ['--config', 'test/vitest.config.ts', '--project', 'alone'];
  const args = [
    path.join('node_modules', 'vitest', 'vitest.mjs').replaceAll('\\', '/'),
    'run',
    ...(values.chosen ? chosenFiles(project).filter(isAsked) : [`test/${room}/`]),
    ...config,
    ...['--project', 'node', '--passWithNoTests'],
    // The chosen files share one process of Vitest: under Wine, rooms on their own import for a quarter of their time.
    values.chosen ? `--maxWorkers=${roomsAtOnce}` : '--no-file-parallelism',
    ...[`--testTimeout=${testMs}`, `--hookTimeout=${testMs}`],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    // Unlike Windows, Wine sometimes loses a line of a pipe, or a lock for a moment.
    ...(isWindows ? [] : ['--retry=1']),
  ];
  const began = Date.now();
  const { code, output } = await run(node, args, values.stress ? roomMs.stress : roomMs.test);
  const report = readReport(file);
  // A file that cannot be loaded has no test that could fail.
  const broken = report?.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const isDone = report !== undefined && (code === 0 || report.numFailedTests > 0);
  const seen = report ?? {
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
  };
  seen.numFailedTests += Math.max(broken?.length ?? 0, isDone ? 0 : 1);
  if (seen.numFailedTests > 0) console.log(output);
  const { numPassedTests, numFailedTests, numPendingTests } = seen;
  const seconds = Math.round((Date.now() - began) / 1000);
  const counts = `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`;
  console.log(`windows: ${room}: ${counts} (${seconds} s)${isDone ? '' : `; it ended with ${code}`}`);
  return seen;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Runs Node; after a time limit, ends it with the processes that it started. */
function run(node, args, timeoutMs) {
  const child = spawn(node, args, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'], detached: !isWindows });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const timer = setTimeout(() => (isWindows ? child.kill() : process.kill(-child.pid, 'SIGKILL')), timeoutMs);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: error.code, output: String(error) }));
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? signal, output });
    });
  });
}
