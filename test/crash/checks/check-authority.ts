import { createHash } from 'node:crypto';
import type { SandboxRecord } from '../../../main/sandbox/store/record.ts';
import type { LedgerRow } from './read-ledger.ts';

/**
 * Checks that the authority has every document except the rejected ones, each once and with the same bytes, and that
 * the ledger knows it.
 * @param rows the ledger's documents, read after everything was sent
 */
export function checkAuthority(rows: readonly LedgerRow[], { documents, chains }: SandboxRecord): string[] {
  const problems: string[] = [];
  const held = Map.groupBy(documents, ({ uuid }) => uuid);
  for (const row of rows) {
    const wrong = (what: string) => problems.push(`document ${row.icv} (${row.number}): ${what}`);
    const [document, ...more] = held.get(row.uuid) ?? [];
    if (row.state === 'rejected') {
      // checkCorrections verifies that the rejection is right. A document that is missing from the chain shows as a gap
      // below.
      if (document !== undefined) wrong('is rejected, and the authority has it');
      continue;
    }
    if (row.state !== 'accepted') wrong(`is ${row.state}`);
    if (row.mode === 'clearance' && row.hasCleared === 0) wrong('the authority’s copy is missing');
    // Clearance has no legal deadline.
    if (row.mode === 'reporting' && (row.acceptedAt ?? Number.POSITIVE_INFINITY) > row.dueAt)
      wrong(`is late by ${(row.acceptedAt ?? Number.POSITIVE_INFINITY) - row.dueAt} ms`);
    if (document === undefined) wrong('the authority does not have it');
    else {
      if (more.length > 0) wrong(`the authority has it ${1 + more.length} times`);
      if (document.sha256 !== createHash('sha256').update(row.xml).digest('hex'))
        wrong('the authority has other bytes');
      if (document.icv !== row.icv || document.hash !== row.hash)
        wrong('the authority has another place for it');
    }
  }
  const ours = new Set(rows.map(({ uuid }) => uuid));
  for (const { uuid, icv } of documents)
    if (!ours.has(uuid)) problems.push(`the authority has document ${icv} ${uuid}, the ledger has not`);
  for (const { device, last, gaps, forks, reusedCounters } of chains) {
    if (gaps.length > 0) problems.push(`the authority sees gaps in ${device}: ${JSON.stringify(gaps)}`);
    if (forks.length > 0) problems.push(`the authority saw forks in ${device}: ${JSON.stringify(forks)}`);
    if (reusedCounters.length > 0)
      problems.push(`the authority saw counters again in ${device}: ${JSON.stringify(reusedCounters)}`);
    if (last !== rows.length)
      problems.push(`the authority knows ${last} documents, the ledger has ${rows.length}`);
  }
  return problems;
}
