import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { knownActions } from '../../../../shared/activity.ts';
import { inScratch, isOwnFile } from '../../../base/platform/files/own-files.ts';
import { riyadhDateTime, riyadhMidnight } from '../../../base/platform/riyadh-time.ts';
import { spreadsheetText } from '../../../base/platform/spreadsheet-text.ts';
import type { AuditEntry } from '../../../books/ledger/audit/audit-log.ts';
import type { AuditFinding } from '../../../books/ledger/check/audit-facts.ts';
import { wordsOfRecord } from '../../../books/ledger/check/finding-words.ts';
import type { Archive } from '../../../books/ledger/ledger.ts';
import { openAsItIs } from '../../../books/ledger/open-as-it-is.ts';
import { type AuditCheck, checkAudit, type ReportFault } from '../../../till/shift/check-audit.ts';
import { checkEnd, type EndCheck } from '../../diagnosis/check-end.ts';
import type { OfLedger } from '../files.ts';
import { lookUpEnvironment } from '../look-up-environment.ts';
import { periodOf, refuseOption } from '../option-values.ts';
import { UsageError } from '../usage-error.ts';
import { ofBackup, plainBackup } from './backup-key.ts';
import { wordsOfBalance } from './balance-words.ts';
import { requireBackup } from './restore.ts';

type OfAudit = Partial<OfLedger> & {
  /** A backup, in place of a data folder. */
  readonly backup?: string;
  readonly json?: boolean;
};

const day = 24 * 60 * 60_000;

/**
 * `khatm audit check`: checks the chain of the audit log, the lines for documents and steps of shifts, the closing
 * reports, the accounts of buyers and the takings. It ends with exit code 1 if any of them disagrees. Writes nothing
 * into the data folder.
 */
export async function auditCheck(options: OfAudit): Promise<void> {
  await withArchive(options, async (archive, end) => {
    const check = checkAudit(archive);
    const knownEnd = await end();
    const isCut = knownEnd?.state === 'cut' || knownEnd?.state === 'forked';
    if (check.broken !== undefined || check.findings.length > 0 || isCut) process.exitCode = 1;
    if (options.json) {
      console.log(
        JSON.stringify({ environment: archive.environment, ...check, ...(knownEnd && { end: knownEnd }) }),
      );
      return;
    }
    for (const line of checkWords(check)) console.log(line);
    if (isCut)
      console.log('end missing: newer documents or lines are known elsewhere (see khatm ledger check)');
  });
}

/** `khatm audit list`: prints the lines of the audit log, oldest first, as text, JSON lines or CSV. */
export async function auditList(
  options: OfAudit & { person?: string; action?: string; from?: string; to?: string; csv?: boolean },
): Promise<void> {
  const { person, action } = options;
  const { from, to } = periodOf(options);
  if (action !== undefined && !knownActions.some((each) => each === action))
    refuseOption('--action', action, `must be one of ${knownActions.toSorted().join(', ')}`);
  const filter = {
    actor: person,
    action,
    from: from === undefined ? undefined : riyadhMidnight(from),
    until: to === undefined ? undefined : riyadhMidnight(to) + day,
  };
  await withArchive(options, (archive) => {
    if (options.csv) console.log(stringify([csvHeading], { eof: false }));
    for (const line of archive.audit.lines(filter)) console.log(lineText(line, options));
  });
}

const csvHeading = ['line', 'time', 'person', 'action', 'detail', 'hash'];

function lineText(
  { id, at, actor, action, detail, hash }: AuditEntry,
  { json, csv }: { json?: boolean; csv?: boolean },
): string {
  const time = new Date(at).toISOString();
  if (json) return JSON.stringify({ line: id, time, person: actor, action, detail, hash });
  if (csv) {
    const cells = [actor, action, JSON.stringify(detail)].map(spreadsheetText);
    return stringify([[id, time, ...cells, hash]], { eof: false });
  }
  const riyadh = riyadhDateTime(at);
  return [id, `${riyadh.date} ${riyadh.time}`, actor, action, JSON.stringify(detail)].join('  ');
}

function checkWords({ entries, broken, documents, reports, findings, alarms }: AuditCheck): string[] {
  return [
    broken === undefined ? `audit log whole: ${entries} lines` : `audit log broken at line ${broken}`,
    `documents with their line: ${documents}`,
    `closing reports added up again: ${reports}`,
    ...findings.map(wordsOfFinding),
    ...alarms.map(wordsOfBalance),
  ];
}

export function wordsOfFinding(finding: AuditCheck['findings'][number]): string {
  if (isReportFault(finding)) return reportWords[finding.what](finding.number);
  return isRecordFault(finding) ? wordsOfRecord(finding) : wordsOfBalance(finding);
}

const reportWords: Readonly<Record<ReportFault['what'], (number: number) => string>> = {
  'report-broken': (number) => `closing reports broken at shift ${number}`,
  'account-differs': (icv) => `the account of a buyer is not what document ${icv} adds to it`,
  'report-differs': (number) => `closing report ${number} is not what its documents add up to`,
  'takings-differ': (number) =>
    `${number} sums of takings are not what the documents add up to (khatm ledger takings mends them)`,
};

const isReportFault = (finding: AuditCheck['findings'][number]): finding is ReportFault =>
  finding.what in reportWords;
const isRecordFault = (finding: AuditCheck['findings'][number]): finding is AuditFinding =>
  !(finding.what in reportWords) && !('of' in finding);

/** @param work gets the archive, and a function that compares its end with what is known elsewhere */
function withArchive(
  options: OfAudit,
  work: (archive: Archive, end: () => Promise<EndCheck | undefined>) => void | Promise<void>,
): Promise<void> {
  return inScratch(async (scratch) => {
    const { file, data, environment } = await placeOf(options, scratch);
    if (options.backup !== undefined) await requireBackup(file);
    else if (!isOwnFile(file)) throw new UsageError(`${options.data}: no ledger there`);
    const { plain } = options.backup === undefined ? { plain: file } : await plainBackup(file, scratch);
    const opened = openAsItIs(plain, { environment, scratch });
    const { archive } = await (options.backup === undefined ? opened : ofBackup(file, opened));
    try {
      await work(archive, async () =>
        data === undefined ? undefined : checkEnd(archive, { data, environment, file }),
      );
    } finally {
      archive.close();
    }
  });
}

async function placeOf({ data, env, backup }: OfAudit, scratch: string) {
  if ((data === undefined) === (backup === undefined))
    throw new UsageError('one of --data and --backup is needed');
  if (data === undefined) return { file: backup ?? '', environment: env ?? 'training' } as const;
  const environment = await lookUpEnvironment({ data, ...(env && { env }) }, scratch);
  return { file: path.join(data, environment, 'ledger.db'), data, environment } as const;
}
