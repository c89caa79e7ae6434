import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { FailureError } from '../shared/failure.ts';
import { describeFailure } from '../shared/words/index.ts';
import { describeSystemError, isSystemError, UsageError } from './cli/usage-error.ts';

/*
 * The terminal without a window. Exit codes: 0 done, 1 the answer is no (a check failed, a document was not
 * accepted), 2 the call or its files are wrong and nothing was written. Results go to stdout, everything else to
 * stderr.
 * Each command loads its own part of the terminal, so that help and small checks are quick.
 */

const program = new Command('khatm')
  .description('Tax invoices for shop terminals: sealed at the till, cleared and reported to the authority.')
  .version(manifest.version)
  .exitOverride()
  .configureHelp({ showGlobalOptions: false })
  .showSuggestionAfterError(false);

program
  .command('demo')
  .description('a fresh training terminal, a sample day of sales, and what became of each')
  .option('--json', 'print one JSON object instead of a table')
  .option('--data <dir>', 'where to keep it (default: a new temporary folder; it is kept)')
  .action(async (options) => (await import('./cli/demo.ts')).demo(options));

program
  .command('issue')
  .description('seal sales and send them: one JSON line per sale with uuid, number, icv, hash, qr, status')
  .argument('<sale.json...>', 'files with one sale each (see shared/sale.ts)')
  .requiredOption('--data <dir>', "the terminal's data folder")
  .option('--out <dir>', "write each document's XML there, under its official file name")
  .option('--no-wait', 'do not wait for the authority: the status is then that of the sealed document')
  .action(async (files, options) => (await import('./cli/issue.ts')).issue(files, options));

program
  .command('verify')
  .description(
    'check hash, stamp, certificate digest, QR … of documents, one line per check; exit 1 if any fails',
  )
  .argument('<file.xml...>')
  .action(async (files) => (await import('./cli/verify.ts')).verify(files));

const ledger = program.command('ledger').description('look into the ledger of a data folder');
ledger
  .command('check')
  .description(
    'recompute the whole chain from the stored bytes; names the first broken link; exit 1 if there is one',
  )
  .requiredOption('--data <dir>', "the terminal's data folder")
  .action(async (options) => (await import('./cli/ledger.ts')).checkLedger(options));
ledger
  .command('export')
  .description('write every document under its official file name')
  .requiredOption('--data <dir>', "the terminal's data folder")
  .requiredOption('--out <dir>', 'where to write; made when it is not there')
  .action(async (options) => (await import('./cli/ledger.ts')).exportLedger(options));

program
  .command('sandbox')
  .description('run the embedded authority by itself, until interrupted')
  .option('--port <n>', 'on 127.0.0.1', '0')
  .option('--data <file>', 'keep its memory in this SQLite file (default: none)')
  .option(
    '--fault <fault...>',
    'make it misbehave: delay=MS, drop, status=503, rate-limit=SECONDS, broken-json, …',
  )
  .action(async (options) => (await import('./cli/sandbox.ts')).runSandbox(options));

try {
  await program.parseAsync();
} catch (error) {
  // What went wrong after a document was sealed has set its own exit code by now.
  process.exitCode ||= 2;
  // commander has printed its own line (or the help that was asked for).
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else if (isSystemError(error)) console.error(`khatm: ${describeSystemError(error)}`);
  else if (error instanceof UsageError) console.error(`khatm: ${error.message}`);
  else if (error instanceof FailureError) console.error(`khatm: ${describeFailure(error.failure, 'en')}`);
  else throw error;
}
