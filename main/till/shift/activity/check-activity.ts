import { setImmediate as nextTick } from 'node:timers/promises';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import type { AuditEntry } from '../../../books/ledger/audit/audit-log.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';

/** The number of lines between two pauses, so that sales continue during a check. */
const atOnce = 200;

/** Checks the log from its first line to its last, in steps. */
export async function checkActivity(
  ledger: Pick<Ledger, 'audit' | 'auditFacts'>,
): Promise<CommandOutput<'activity.check'>> {
  const facts = ledger.auditFacts();
  let [lines, documents] = [0, 0];
  let last: AuditEntry | undefined;
  for (;;) {
    const step = ledger.audit.verifyStep(last, atOnce);
    for (const line of step.lines) {
      facts.take(line);
      if (line.action === 'document-issued') documents += 1;
    }
    lines += step.lines.length;
    last = step.lines.at(-1) ?? last;
    if (step.broken !== undefined) return { lines, documents, broken: step.broken, faults: 0 };
    // The end is checked without a pause, so that no document is issued in between.
    if (step.lines.length === 0) break;
    await nextTick();
  }
  const findings = facts.end();
  const [first] = findings;
  return { lines, documents, faults: findings.length, ...(first && { first }) };
}
