import type { AuditEntry, AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { createAuditFacts, type RecordsCheck } from './audit-facts.ts';
import { faultOfRecords } from './finding-words.ts';

/** The number of lines that are read at once. */
const linesAtOnce = 500;

/**
 * Recomputes the audit log, and compares each line with the rows that it describes, all at one moment.
 * @param onProgress takes the number of lines that were compared, and that of all
 */
export const checkRecords = (
  database: Database,
  audit: Pick<AuditLog, 'verifyStep' | 'head'>,
  onProgress: (progress: { step: 'checking'; done: number; of: number }) => void = () => undefined,
): RecordsCheck =>
  database
    .transaction((): RecordsCheck => {
      const facts = createAuditFacts(database);
      let [entries, documents] = [0, 0];
      let last: AuditEntry | undefined;
      const of = audit.head()?.id ?? 0;
      for (;;) {
        const { lines, broken } = audit.verifyStep(last, linesAtOnce);
        for (const line of lines) {
          facts.take(line);
          if (line.action === 'document-issued') documents += 1;
        }
        entries += lines.length;
        if (broken !== undefined) return { entries: entries + 1, documents, broken, findings: [] };
        if (lines.length === 0) return { entries, documents, findings: facts.end() };
        last = lines.at(-1);
        onProgress({ step: 'checking', done: entries, of });
      }
    })
    .deferred();

/** The number of newest lines that are compared at each opening: some milliseconds, even if they are of long documents. */
const newestLines = 20;

/**
 * Compares the newest lines with their rows, and the certificates and settings with theirs, before a program goes on from there.
 * @returns the first line that does not match, or the first row that is not what the lines say
 */
export function checkNewest(
  database: Database,
  audit: Pick<AuditLog, 'verifyStep' | 'head' | 'hashAt'>,
): string | undefined {
  const recordedLines = database.prepare<[], StoredLine>(
    `SELECT at, actor, action, detail, max(id) AS id FROM audit
     WHERE action IN ('credentials-recorded', 'settings-recorded') GROUP BY action`,
  );
  return database
    .transaction(() => {
      const id = (audit.head()?.id ?? 0) - newestLines;
      const hash = audit.hashAt(id);
      const { lines, broken } = audit.verifyStep(hash === undefined ? undefined : { id, hash }, newestLines);
      const facts = createAuditFacts(database);
      for (const line of lines) facts.take(line);
      for (const { detail, ...line } of recordedLines.all())
        facts.take({ ...line, detail: JSON.parse(detail), hash: '' });
      return faultOfRecords({ broken, findings: facts.soFar() });
    })
    .deferred();
}

interface StoredLine extends Omit<AuditEntry, 'detail' | 'hash'> {
  readonly detail: string;
}
