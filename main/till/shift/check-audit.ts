import { isDeepStrictEqual } from 'node:util';
import { type ShiftReport, shiftReportSchema } from '../../../shared/contract/till/shifts.ts';
import type { BalanceFinding } from '../../books/corrections/proof/finding.ts';
import { proveBalances } from '../../books/corrections/proof/prove-balances.ts';
import type { AuditFinding } from '../../books/ledger/check/audit-facts.ts';
import { unlessDamaged } from '../../books/ledger/documents/damage.ts';
import type { Archive } from '../../books/ledger/ledger.ts';
import { reportOf } from './shift-report.ts';
import { takingsOf } from './takings-of.ts';

export interface AuditCheck {
  readonly entries: number;
  /** The first line that breaks the chain. */
  readonly broken?: number | undefined;
  /** The number of documents whose line agrees with their row. */
  readonly documents: number;
  /** The number of closing reports that were recomputed. */
  readonly reports: number;
  readonly findings: readonly Fault[];
  /** Credits that stand on a debit note rejected since, until that is issued again. The records are whole. */
  readonly alarms: readonly BalanceAlarm[];
}

/** broken: the chain of reports does not match · differs: the documents give other figures, accounts or takings. */
export interface ReportFault {
  readonly what: 'report-broken' | 'report-differs' | 'account-differs' | 'takings-differ';
  readonly number: number;
}

type BalanceAlarm = Extract<BalanceFinding, { what: 'rests-on-rejected' }>;
type BalanceFault = Exclude<BalanceFinding, BalanceAlarm>;
type Fault = AuditFinding | ReportFault | BalanceFault;

/** The figures of a closed shift that never change; the answers of the authority come later. */
const lasting = shiftReportSchema
  .keyof()
  .exclude(['number', 'closedAt', 'closedBy', 'waiting', 'refused', 'cash']).options;

type CheckedArchive = Pick<
  Archive,
  'checkRecords' | 'shifts' | 'documents' | 'tillActions' | 'accounts' | 'takings' | 'atOneMoment'
>;

/**
 * Compares the records of actions with the data: the chain of the audit log, the lines of documents and of steps of
 * shifts, the closing reports, the accounts of buyers, and the takings, which are added up again from their documents; and
 * asks the law of corrections what later documents took of earlier ones.
 * The till may be selling meanwhile.
 */
export const checkAudit = (archive: CheckedArchive): AuditCheck =>
  archive.atOneMoment(() => {
    const { entries, documents, broken, findings: ofLines } = archive.checkRecords();
    const chain = archive.shifts.verify();
    const { findings, alarms } = readFindings(archive);
    const chainFaults =
      chain.broken === undefined ? [] : [{ what: 'report-broken' as const, number: chain.broken }];
    return {
      entries,
      broken,
      documents,
      reports: chain.reports,
      findings: withoutRepeated([...chainFaults, ...ofLines, ...findings]),
      alarms,
    };
  });

/** Returns the reports, accounts, takings and balances that do not follow from the documents. */
export const findingsIn = (archive: CheckedArchive): Pick<AuditCheck, 'findings' | 'alarms'> =>
  archive.atOneMoment(() => readFindings(archive));

function readFindings(archive: CheckedArchive): Pick<AuditCheck, 'findings' | 'alarms'> {
  const balances = proveBalances<Fault>(archive.documents, orDamage);
  const faults: Fault[] = [
    ...differingReports(archive),
    ...orDamage(() => {
      const number = archive.accounts.differsAt();
      return number === undefined ? [] : [{ what: 'account-differs', number }];
    }),
    ...orDamage(() => {
      const number = archive.takings.countDiffering(takingsOf(archive.documents));
      return number === 0 ? [] : [{ what: 'takings-differ', number }];
    }),
    ...balances.filter((finding) => finding.what !== 'rests-on-rejected'),
  ];
  const alarms = balances.filter((finding) => finding.what === 'rests-on-rejected');
  return { findings: withoutRepeated(faults), alarms };
}

const orDamage = <T extends Fault | BalanceFinding>(find: () => readonly T[]): readonly (T | Fault)[] =>
  unlessDamaged(find, (number) => [{ what: 'document-damaged', number }]);

/** One damaged document may be in a report, an account and the takings. */
const withoutRepeated = (faults: readonly Fault[]): Fault[] => [
  ...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values(),
];

function differingReports(archive: CheckedArchive) {
  const differing: Fault[] = [];
  let before: number | undefined;
  for (;;) {
    const page = archive.shifts.reports({ before, limit: 50 });
    for (const { number, report } of page)
      differing.push(
        ...orDamage(() =>
          isAddedUp(archive, number, report as ShiftReport) ? [] : [{ what: 'report-differs', number }],
        ),
      );
    before = page.at(-1)?.number;
    if (before === undefined) return differing;
  }
}

function isAddedUp(archive: CheckedArchive, number: number, stored: ShiftReport): boolean {
  const shift = archive.shifts.get(number);
  if (shift === undefined) return false;
  const again: ShiftReport = JSON.parse(JSON.stringify(reportOf(shift, archive)));
  const { counted: _, count: _count, difference: _difference, ...cash } = stored.cash;
  return (
    isDeepStrictEqual(cash, again.cash) &&
    lasting.every((name) => isDeepStrictEqual(stored[name], again[name]))
  );
}
