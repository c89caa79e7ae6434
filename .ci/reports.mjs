// Reads the JSON reports of a run's parts: `reports.mjs again FOLDER PART` names the files to play again, and
// `reports.mjs sum FOLDER SKIPPED` sums all of them up.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const [, , command, folder, argument] = process.argv;
const inBrowser = /^test\/(renderer|e2e)\//;
/** Its days are another chance each time. */
const isChance = /^test\/e2e\/day-/;

const read = (name) => {
  const file = path.join(folder, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
};
const failedFiles = (report) =>
  report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => path.relative('.', name));
const failedTests = ({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed');

/**
 * Prints the failed files, when all of them need a browser: a real one on a busy machine misses a moment now and then.
 * An error that belongs to no test is nothing to play again.
 */
function again() {
  const report = read(argument);
  if (report === undefined || existsSync(path.join(folder, `${argument}.errors`))) return;
  const files = failedFiles(report);
  if (files.length > 0 && files.every((file) => inBrowser.test(file) && !isChance.test(file)))
    console.log(files.join('\n'));
}

function sum() {
  const sums = { passed: 0, again: 0, failed: 0, skipped: Number(argument) };
  for (const name of ['node', 'stress', 'electron', 'electron-day', 'packaged', 'windows']) {
    const report = read(name);
    if (report === undefined) continue;
    const replayed = read(`${name}-again`);
    const mended = new Set();
    for (const file of replayed?.testResults ?? []) if (file.status === 'passed') mended.add(file.name);
    sums.passed += report.numPassedTests;
    sums.skipped += report.numPendingTests + report.numTodoTests;
    for (const file of report.testResults) {
      const tests = failedTests(file);
      const isMended = mended.has(file.name);
      const said = isMended ? 'passed when its file was played again' : 'failed';
      if (file.status === 'failed' && file.message)
        console.log(`${said}: ${name}: ${file.name}: ${file.message}`);
      for (const test of tests) {
        const [seed] = /KHATM_SEED=\S+/.exec(test.failureMessages.join('\n')) ?? [];
        const repeated = seed === undefined ? '' : ` (${seed})`;
        console.log(`${said}: ${name}: ${file.name}: ${test.fullName}${repeated}`);
        console.log(test.failureMessages.join('\n').slice(0, 2000));
      }
      sums[isMended ? 'again' : 'failed'] += tests.length;
    }
  }
  const retries = path.join(folder, 'retries.txt');
  const retried = existsSync(retries) ? readFileSync(retries, 'utf8').trim().split('\n') : [];
  for (const each of retried) console.log(`passed at the second try: ${each}`);
  const second = retried.length === 0 ? '' : ` (${retried.length} of them at the second try)`;
  const replayed = sums.again === 0 ? '' : `${sums.again} passed when played again, `;
  console.log(`${sums.passed} passed${second}, ${replayed}${sums.failed} failed, ${sums.skipped} skipped`);
}

if (command === 'again') again();
else sum();
