import type { AuditEntry } from '../audit/audit-log.ts';
import { createRecordedDigests, noRows, type RecordedAction } from '../audit/recorded-rows.ts';
import type { Database } from '../database/database.ts';
import { createAnswerLines } from './answer-lines.ts';
import { createDocumentLines, type DocumentFault } from './document-lines.ts';
import { createPaymentLines } from './payment-lines.ts';
import { createShiftLines } from './shift-lines.ts';
import { createStandInLines } from './stand-in-lines.ts';
import { createTimeLines } from './time-lines.ts';

/** A disagreement between the audit log and the rows that it describes. */
export interface AuditFinding {
  readonly what:
    | DocumentFault
    /** A shift, a movement of cash or a closing report disagrees with its line. */
    | 'shift-differs'
    /** A payment on account has no line, or one that disagrees with its row. */
    | 'payment-differs'
    /** An answer of the authority, or the way of a document to it, disagrees with its lines. */
    | 'answer-differs'
    /** The rows about certificates, or settings that are proved, are not those of the newest line about them. */
    | 'credentials-differ'
    | 'settings-differ'
    /** The true times of documents are not those that managers stated. */
    | 'times-differ'
    /** A document stands for a rejected one without a manager's line, or a line says so in vain. */
    | 'stand-in-differs';
  /** The counter of the document, or the number of the shift or of the payment's voucher; 0 where none is meant. */
  readonly number: number;
}

/** The comparison of all lines with their rows. */
export interface RecordsCheck {
  readonly entries: number;
  /** The number of documents that have a line. */
  readonly documents: number;
  /** The first line of the audit log that does not match; what the lines say was then not compared. */
  readonly broken?: number | undefined;
  /** The rows that are not as their lines say. */
  readonly findings: readonly AuditFinding[];
}

/** The most findings that are returned; more would not help. */
const findingsAtMost = 100;

/** Compares lines of the audit log with rows, line by line in order. */
export function createAuditFacts(database: Database) {
  const findings = new Map<string, AuditFinding>();
  const find = (what: AuditFinding['what'], number: number) => {
    if (findings.size < findingsAtMost) findings.set(`${what} ${number}`, { what, number });
  };
  const times = createTimeLines(database, (icv) => find('times-differ', icv));
  const standIns = createStandInLines(database, (icv) => find('stand-in-differs', icv));
  const documents = createDocumentLines(database, find, times.issued);
  const answers = createAnswerLines(database, (icv) => find('answer-differs', icv));
  const shifts = createShiftLines(database, (shift) => find('shift-differs', shift));
  const payments = createPaymentLines(database, (payment) => find('payment-differs', payment));
  const digests = createRecordedDigests(database);
  const recorded: Record<RecordedAction, unknown> = {
    'credentials-recorded': noRows('credentials-recorded'),
    'settings-recorded': noRows('settings-recorded'),
  };
  const compareRecorded = () => {
    if (recorded['credentials-recorded'] !== digests['credentials-recorded']()) find('credentials-differ', 0);
    if (recorded['settings-recorded'] !== digests['settings-recorded']()) find('settings-differ', 0);
  };

  return {
    take: ({ at, action, actor, detail }: AuditEntry) => {
      const fields = detail as Readonly<Record<string, unknown>>;
      if (action === 'document-issued') documents.take(actor, fields);
      if (action === 'authority-answered') answers.take(fields);
      if (action === 'time-corrected') times.take(at, String(fields.from), String(fields.to));
      if (action === 'stands-for') standIns.take(String(fields.number), String(fields.replaces));
      if (action === 'credentials-recorded' || action === 'settings-recorded')
        recorded[action] = fields.digest;
      shifts.take(action, actor, fields);
      payments.take(action, actor, fields);
    },
    /** Returns the disagreements of the lines that were taken, the newest of each kind among them. */
    soFar: (): AuditFinding[] => {
      compareRecorded();
      return [...findings.values()];
    },
    /** Returns the disagreements, at most `findingsAtMost`; called once, after the last line. */
    end: (): AuditFinding[] => {
      documents.end();
      answers.end();
      times.end();
      standIns.end();
      shifts.end();
      payments.end();
      compareRecorded();
      return [...findings.values()];
    },
  };
}
