import { Command, CommanderError, Help, Option } from 'commander';
import manifest from '../../../package.json' with { type: 'json' };
import { FailureError } from '../../../shared/failure.ts';
import { addLedgerCommands } from './ledger/ledger-commands.ts';
import { addIntegrationCommands } from './programs/integration-commands.ts';
import { describeRefusal, withOption } from './refusals.ts';
import { addSandboxCommand } from './sandbox.ts';
import { addUpdateCommands } from './setup/update-commands.ts';
import { environmentOption, terminalCommand } from './terminal-command.ts';
import { describeSystemError, isSystemError, UsageError } from './usage-error.ts';

/*
 * The terminal without a window. Exit codes: 0 means done; 1 means that a check failed or a document was not accepted;
 * 2 means that the call or its files are wrong and nothing was written. Results go to stdout, everything else to
 * stderr. Each command loads its own part of the terminal, so that help and small checks are quick.
 */

const secretsHelp = `
Secrets are no arguments, which other users of the machine can read. Each comes from a variable, from the file that
<variable>_FILE names, or is asked for:
  KHATM_OTP         the one-time password from the authority's portal
  KHATM_PASSPHRASE  of the vault, on a machine without a keychain
  KHATM_PIN         of a manager that is added`;
const issueHelp = `
A sale is issued whether the authority answers or not. One that it has not answered in time has the status waiting or
sending; the till, \`khatm serve\` or the next call sends it again. The API's own page, at /docs, describes each field too.
Exit codes: 0 every sale is issued and none was refused, answered yet or not; 1 the authority or the terminal refused one,
or something failed after the first was issued; 2 the call or a sale is wrong, and nothing was issued.`;
/** Makes an option that exists only to explain the right way. */
const refusedOtp = () => new Option('--otp [digits]').hideHelp();

/** Runs the command line of these arguments to its end, and sets the process's exit code. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', noteLostOutput);
  const program = createProgram();
  let begun: Command | undefined;
  program.hook('preAction', (_, command) => {
    begun = command;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // A failure after a document was issued has already set its exit code.
    process.exitCode ||= 2;
    if (error instanceof CommanderError) refuseCall(error, args);
    else if (isSystemError(error)) console.error(`khatm: ${describeSystemError(error)}`);
    else if (error instanceof UsageError) console.error(`khatm: ${withOption(error.message, begun)}`);
    else if (error instanceof FailureError) console.error(`khatm: ${describeRefusal(error, begun)}`);
    else throw error;
  }
}

/** Says in one line what is wrong with a call, and where its help is. commander has printed help that was asked for. */
function refuseCall({ code, exitCode, message }: CommanderError, args: readonly string[]): void {
  process.exitCode = exitCode === 0 ? 0 : 2;
  if (exitCode === 0 || code === 'commander.help') return;
  const fault = message
    .replace(/^error: /, '')
    .replace(/\s+/g, ' ')
    .replace(/\.?\s*$/, '');
  console.error(`khatm: ${fault}; see ${commandOf(args)} --help`);
}

/** Returns the words of a call that name its command. */
function commandOf(args: readonly string[]): string {
  let command = createProgram();
  const names = [command.name()];
  for (const word of args) {
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) break;
    names.push(word);
    command = next;
  }
  return names.join(' ');
}

/**
 * Lets a command finish with its own exit code even if its output is no longer read, as in `khatm … | head`. If output
 * is lost for another reason, such as a full disk, the work still finishes, but the exit code is 1.
 */
function noteLostOutput(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') process.exitCode ||= 1;
}

/** Makes every command with its options; runs nothing. */
export function createProgram(): Command {
  const program = new Command('khatm')
    .description(
      'Tax invoices for shop terminals: issued at the till, cleared and reported to the authority.',
    )
    .version(manifest.version)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .configureHelp({ showGlobalOptions: false, optionDescription });
  addSales(program);
  addLedgerCommands(program);
  addCredentials(program);
  addServices(program);
  addCare(program);
  return program;
}

function optionDescription(option: Option): string {
  const text = Help.prototype.optionDescription.call(new Help(), option);
  return option.mandatory ? `${text} (required)` : text;
}

function addSales(program: Command): void {
  program
    .command('demo')
    .description('a fresh training terminal, a sample day of sales, and what became of each')
    .option('--json', 'print one JSON object instead of a table')
    .option('--data <dir>', 'where to keep it (default: a new temporary folder; it is kept)')
    .action(async (options) => (await import('./sales/demo.ts')).demo(options));

  program
    .command('issue')
    .description(
      'issue sales and send them: one JSON line per sale with file, line, saleId, uuid, number, icv, hash, qr, status, and what the authority answered where that was no yes',
    )
    .argument('[sale.json...]', 'files with one sale each; --schema prints what a sale may hold')
    .option(
      '--from <source>',
      'instead of files: a folder with *.json, a file with a sale in each line (NDJSON), or - for standard input; every sale needs its saleId, and a call that is given again issues none twice',
    )
    .option(
      '--keep-going',
      'leave out the sales that cannot be issued, say why and end with 1; without it one of them keeps all from being issued',
    )
    .option(
      '--replaces <number>',
      'issue the one sale in place of this document, which the authority rejected; a sale may also say so itself',
    )
    .option(
      '--other-systems',
      'the sales may name documents of other systems, with their totals (otherSystem); the audit log has a line of each',
    )
    .option('--data <dir>', "the terminal's data folder (required, except with --schema)")
    .addOption(environmentOption())
    .option('--out <dir>', "write each document's XML there, under its official file name")
    .option('--wait <seconds>', 'wait so long for the authority, for each 500 sales', '10')
    .option('--no-wait', 'the same as --wait 0: send nothing, which a till or `khatm serve` then does')
    .option('--schema', 'print the JSON Schema of a sale, and do nothing else')
    .addHelpText('after', issueHelp)
    .action(async (files, options) => {
      const { issue, printSaleSchema } = await import('./sales/issue.ts');
      if (options.schema) return printSaleSchema();
      if (options.data === undefined)
        throw new UsageError('--data is missing: the folder of the terminal that issues');
      return issue(files, options);
    });

  program
    .command('verify')
    .description(
      'check hash, stamp, certificate digest, QR … of documents, or a head office’s archives with their manifests, one line per check; exit 1 if any fails',
    )
    .argument('<file...>', 'documents, manifests (….manifest.json), or folders with archives')
    .option(
      '--trust <cert>',
      'check the chain of the stamp’s certificate up to this one (PEM or DER; may be given again); without it trust is not checked',
      (file: string, before: string[] = []) => [...before, file],
    )
    .option(
      '--key <key>',
      'the key of the head office that signed the manifests, as it prints it; without it the key is not checked',
    )
    .addOption(
      new Option('--language <language>', 'of what is said about archives')
        .choices(['ar', 'en'])
        .default('en'),
    )
    .option('--json', 'print one JSON object per file')
    .action(async (files, options) => (await import('./ledger/verify.ts')).verify(files, options));
}

function addCredentials(program: Command): void {
  program
    .command('onboard')
    .description('bring a terminal to its production credential, or go on where that stopped')
    .option('--data <dir>', "the terminal's data folder (required, except with --example)")
    .addOption(environmentOption())
    .option('--config <company.json>', 'who sells and on which terminal (required, except with --example)')
    .addOption(refusedOtp())
    .option('--address <url>', "another address of the gateway than the profile's")
    .option('--trust <ca.pem>', "also trust this certificate's authority for the gateway")
    .option('--proxy <system|none|url>', 'the proxy on the way to the gateway')
    .option('--manager <name>', 'add this manager first; simulation and production need one')
    .option('--confirm <production>', 'needed for production, which cannot be undone')
    .option(
      '--without <rows>',
      'go live without these, joined by commas: articles, people, printer, backup; the audit log says so',
    )
    .option('--json', 'print one JSON object')
    .option('--example', 'print a company.json to begin from')
    .addHelpText('after', secretsHelp)
    .action(async (options) => {
      const { onboard, printExample } = await import('./setup/credential.ts');
      if (options.example) return printExample();
      for (const name of ['data', 'config'])
        if (options[name] === undefined)
          throw new UsageError(`--${name} is missing; see khatm onboard --help`);
      return onboard(options);
    });

  program
    .command('manager')
    .description('add a manager or set their PIN; starts the list of people over where it was lost')
    .requiredOption('--data <dir>', "the terminal's data folder")
    .requiredOption('--name <name>', 'who')
    .addHelpText('after', secretsHelp)
    .action(async (options) => (await import('./setup/manager.ts')).setManager(options));

  const credential = program
    .command('credential')
    .description('look at, renew or re-issue a credential, or give that up');
  const onCredential = (name: string, description: string) =>
    terminalCommand(credential, name, description)
      .option('--json', 'print one JSON object')
      .addHelpText('after', secretsHelp);
  onCredential(
    'status',
    'whose it is, how long it serves, whether it is refused; exit 1 when it cannot serve',
  ).action(async (options) => (await import('./setup/credential.ts')).credentialStatus(options));
  onCredential('renew', 'a new certificate before the old one ends; the chain goes on')
    .addOption(refusedOtp())
    .action(async (options) => (await import('./setup/credential.ts')).replaceCredential('renewal', options));
  onCredential('reissue', 'on suspicion of a leak: a new key and certificate, the old ones are destroyed')
    .addOption(refusedOtp())
    .action(async (options) => (await import('./setup/credential.ts')).replaceCredential('reissue', options));
  onCredential(
    'abandon',
    'give up a renewal or a re-issue that cannot go on; the certificate in force stays',
  ).action(async (options) => (await import('./setup/credential.ts')).abandonCredential(options));
}

function addServices(program: Command): void {
  terminalCommand(
    program,
    'serve',
    'work without a window until it is stopped: send what waits, watch deadlines, make backups, serve other programs',
  )
    .addHelpText('after', secretsHelp)
    .action(async (options) => (await import('./serve.ts')).serve(options));
  terminalCommand(
    program,
    'network',
    'the way out of an environment: which proxy, and whose certificates are trusted beside the usual ones',
  )
    .option('--proxy <choice>', 'system (as the machine is set up), none, or its address: http://host:port')
    .option('--user <name>', 'of the proxy; the password comes from KHATM_PROXY_PASSWORD or is asked for')
    .option('--trust <ca.pem>', 'trust an authority of your own as well')
    .option('--json', 'print one JSON object')
    .action(async (options) => (await import('./setup/network.ts')).network(options));
  addOfficeCommands(program);
  addIntegrationCommands(program);
  addUpdateCommands(program);
  addSandboxCommand(program);
}

function addOfficeCommands(program: Command): void {
  const office = program
    .command('office')
    .description('the membership in a head office, which sees every till and keeps its documents');
  const onOffice = (name: string, description: string, isDefault = false) =>
    terminalCommand(office, name, description, isDefault).option('--json', 'print one JSON object');
  onOffice('status', 'print the membership', true).action(async (options) =>
    (await import('./setup/office.ts')).officeStatus(options),
  );
  onOffice('enrol', 'enrol this till; its code comes from KHATM_OFFICE_CODE or is asked for')
    .argument('[address]', 'of the head office: https://host[:port]; left out, the one of the policy')
    .action(async (address, options) => (await import('./setup/office.ts')).enrolAtOffice(address, options));
  onOffice('leave', 'end the membership, also when the office is away').action(async (options) =>
    (await import('./setup/office.ts')).leaveOffice(options),
  );
}

function addCare(program: Command): void {
  terminalCommand(
    program,
    'diagnose',
    'look at the machine, the records, the way to the authority and the devices, step by step, and say what to do; exit 1 if something is not in order; writes nothing into the data folder',
  )
    .option('--json', 'print one JSON object')
    .option(
      '--bundle <file.zip>',
      'write a file for support instead; it holds no secrets and no buyers’ data',
    )
    .action(async (options) => (await import('./diagnose.ts')).diagnoseHere(options));
  addFolderCommands(program);
  const policy = program
    .command('policy')
    .description("the settings of this machine's administrator, in a file that the shop cannot write");
  policy
    .command('show', { isDefault: true })
    .description('print what the policy file of this machine sets; exit 1 when it cannot be used')
    .action(async () => (await import('./setup/policy.ts')).showPolicy());
  policy
    .command('check')
    .description('say what is wrong with a policy file, by line and field; exit 1 when it cannot be used')
    .argument('[file]', "by default this machine's own")
    .action(async (file) => (await import('./setup/policy.ts')).checkPolicy(file));
  policy
    .command('schema')
    .description('print the JSON Schema of a policy file')
    .action(async () => (await import('./setup/policy.ts')).printPolicySchema());
}

function addFolderCommands(program: Command): void {
  const folder = program
    .command('folder')
    .description('where the window keeps its data; on Windows also for all users of the machine');
  folder
    .command('where', { isDefault: true })
    .description('print the data folder of this user’s window, and why it is not the one for all users')
    .action(async () => (await import('./setup/folder.ts')).showFolder());
  folder
    .command('share')
    .description(
      'Windows, at an administrator’s prompt: make the folder for all users of a group, who then work at one till',
    )
    .option('--group <name>', 'a group of this machine; made where it is not there', 'Khatm')
    .action(async (options) => (await import('./setup/folder.ts')).shareTill(options));
  folder
    .command('passphrase')
    .description(
      'put the secrets of a closed till behind a passphrase instead of one user’s keychain, so that others can open it',
    )
    .requiredOption('--data <dir>', "the terminal's data folder")
    .addHelpText('after', secretsHelp)
    .action(async (options) => (await import('./setup/folder.ts')).encryptFolder(options));
}
