import { type Command, Option } from 'commander';
import { languages } from '../../../../shared/values/language.ts';
import { environmentOption, terminalCommand } from '../terminal-command.ts';

const backupKeyHelp = `
The key of encrypted backups comes from KHATM_BACKUP_KEY, from the file that KHATM_BACKUP_KEY_FILE names, or is asked for.`;

const lastOption =
  'the number of the last invoice or receipt that was given to a customer, 0 for none; asked for at a terminal';

const adoptHelp = `
An image of a disk brings back the records, the vault and this machine's notes as they were when it was made. If receipts
were given after the last invoice in it, nothing may be issued from it. Put back on the same machine, no program on it can
notice that; a head office does.
`;

const restoreHelp = `
A backup cannot know what was issued after it. If receipts were given after its last invoice, nothing may be issued from
it: numbers would be used twice, and no number may be left out. Then it is refused; set the machine up as a new terminal,
in an empty data folder, with another serial number and another beginning of the invoice numbers. The backup can still be
read. With the last number you also confirm that no other copy of these records issues invoices any more.
`;

export function addLedgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('look into the ledger of a data folder');
  terminalCommand(
    ledger,
    'check',
    'recompute the whole chain from the stored bytes, and compare its end with what is known of it elsewhere; names the first broken link; exit 1 if there is one; writes nothing',
  )
    .option(
      '--all',
      'also prove what khatm audit check does: lines of documents, reports, accounts, takings, balances',
    )
    .option('--json', 'print one JSON object')
    .action(async (options) => (await import('./check-ledger.ts')).checkLedger(options));
  terminalCommand(
    ledger,
    'export',
    'write documents under their official file names, in a folder for each month; or a line of CSV for each, as GET /v2/invoices.csv does',
  )
    .option('--out <path>', 'the folder, made when it is not there (required); with --csv the file, if any')
    .option('--csv', 'CSV instead: into the file, or printed')
    .option('--from <day>', 'the first day in Riyadh, YYYY-MM-DD')
    .option('--to <day>', 'the last day')
    .action(async (options) =>
      options.csv
        ? (await import('./export-csv.ts')).exportCsv(options)
        : (await import('./ledger.ts')).exportLedger(options),
    );

  addRejected(ledger);
  terminalCommand(
    ledger,
    'adopt',
    'go on with records that were moved or copied to this folder or machine; the terminal must be closed',
  )
    .requiredOption(
      '--only-copy',
      'confirms that the former machine or folder is gone or will never issue again: two copies must not issue from one chain',
    )
    .option('--last <number>', lastOption)
    .addHelpText('after', adoptHelp)
    .action(async (options) => (await import('./adopt.ts')).adoptLedger(options));

  addMonth(ledger);
  terminalCommand(
    ledger,
    'takings',
    'add up again what was taken, from the documents; exit 1 if the sums that reports use were others, which are mended',
  ).action(async (options) => (await import('./ledger.ts')).recountTakings(options));

  const audit = program.command('audit').description('what was done, by whom and when');
  const onAudit = (name: string, description: string) =>
    audit
      .command(name)
      .description(description)
      .option('--data <dir>', "the terminal's data folder (required, or --backup)")
      .option('--backup <file>', 'a backup, in place of a data folder')
      .addOption(environmentOption())
      .option('--json', 'print JSON');
  onAudit(
    'check',
    'prove the chain of the audit log, the line of each document, the closing reports, accounts and takings; exit 1 if one does not fit; writes nothing',
  ).action(async (options) => (await import('./audit.ts')).auditCheck(options));
  onAudit('list', 'the lines of the audit log, oldest first')
    .option('--person <name>', 'of this person or program alone')
    .option('--action <action>', 'of this action alone, for instance drawer-opened')
    .option('--from <day>', 'the first day in Riyadh, YYYY-MM-DD')
    .option('--to <day>', 'the last day')
    .option('--csv', 'print CSV')
    .action(async (options) => (await import('./audit.ts')).auditList(options));

  addBackupCommands(program);
}

function addBackupCommands(program: Command): void {
  terminalCommand(program, 'backup', 'a whole, checked copy of the ledger; it may be selling meanwhile')
    .requiredOption('--to <dir>', 'where to: another disk, a stick, a share')
    .option('--keep <n>', 'how many backups of this ledger to keep there', '14')
    .option(
      '--encrypt',
      'with the key from KHATM_BACKUP_KEY; where backups are encrypted anyway, with the vault’s',
    )
    .addHelpText('after', backupKeyHelp)
    .action(async (options) => (await import('./ledger.ts')).backUpLedger(options));
  program
    .command('backup-key')
    .description('print a new key for encrypted backups; write it down, it is kept nowhere')
    .action(async () => (await import('./backup-key.ts')).printBackupKey());
  program
    .command('verify-backup')
    .description('read every byte of a backup, encrypted or not; exit 1 when something is damaged')
    .argument('<file>', 'the backup')
    .addOption(environmentOption())
    .addHelpText('after', backupKeyHelp)
    .action(async (file, options) => (await import('./ledger.ts')).verifyBackup(file, options));
  terminalCommand(
    program,
    'restore',
    'put a backup in the place of the ledger, if nothing newer was issued; the terminal must be closed',
  )
    .requiredOption('--from <file>', 'the backup')
    .option('--last <number>', lastOption)
    .option('--older', 'restore it although a newer backup of the same records is beside it')
    .addHelpText('after', restoreHelp + backupKeyHelp)
    .action(async (options) => (await import('./restore.ts')).restoreLedger(options));
}

function addRejected(ledger: Command): void {
  terminalCommand(
    ledger,
    'rejected',
    'the documents that the authority rejected and nobody has issued again, by cause, and the way on; exit 1 if there are any; writes nothing without --reissue',
  )
    .addOption(languageOption('of the reasons').default('en'))
    .option(
      '--reissue <cause>',
      'issue all again as they were that a wrong clock caused, by the code of the reason, for instance BR-KSA-04, or several with commas; each by itself, so a second call goes on with the rest; exit 1 if one was refused',
    )
    .option('--json', 'print one JSON object; with --reissue one for each document')
    .action(async ({ reissue, ...options }) =>
      reissue === undefined
        ? (await import('./rejected.ts')).listRejected(options)
        : (await import('./reissue-rejected.ts')).reissueRejected(reissue, options),
    );
}

const languageOption = (what: string) => new Option('--language <language>', what).choices(languages);

function addMonth(ledger: Command): void {
  terminalCommand(
    ledger,
    'month',
    'one ZIP file of a month for the accountant: lists of documents and lines, reports, closing reports, every XML under its official name, checksums; a second call continues an interrupted one',
  )
    .argument('<month>', 'for instance 2026-10, by the days of Riyadh; one that is not over ends in “so-far”')
    .requiredOption('--to <dir>', 'where to; it must be there')
    .addOption(languageOption('of the workbooks (default: of the terminal)'))
    .option('--json', 'print one JSON object: file, documents, reused, bytes')
    .action(async (month, options) => (await import('./month.ts')).ledgerMonth(month, options));
}
