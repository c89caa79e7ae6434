import type { Accounts } from './accounts-check.ts';
import type { LedgerRow } from './read-ledger.ts';

/**
 * Checks that the ledger marks exactly the documents refused by the authority as rejected, and that each was issued
 * again once. Other checks verify the chain and the delivery of the replacements.
 * @param refused UUIDs of the documents that the authority permanently refuses
 */
export function checkCorrections(
  rows: readonly LedgerRow[],
  refused: ReadonlySet<string>,
  books: Accounts,
): string[] {
  const problems: string[] = [...books.contradictions];
  const byCounter = new Map(rows.map((row) => [row.icv, row]));
  const corrections = Map.groupBy(
    rows.filter(({ replaces }) => replaces !== null),
    ({ replaces }) => replaces,
  );
  for (const row of rows) {
    const wrong = (what: string) => problems.push(`document ${row.icv} (${row.number}): ${what}`);
    const isRefused = refused.has(row.uuid);
    if (isRefused !== (row.state === 'rejected'))
      wrong(isRefused ? `was refused, and is ${row.state}` : 'is rejected, and was not refused');
    const anew = corrections.get(row.icv)?.length ?? 0;
    if (anew !== (isRefused ? 1 : 0)) wrong(`was issued anew ${anew} times`);
    const original = row.replaces === null ? undefined : byCounter.get(row.replaces);
    if (row.replaces !== null && (original?.icv ?? row.icv) >= row.icv)
      wrong('stands for none that came before it');
    if (original !== undefined && original.kind !== row.kind)
      wrong('is of another kind than what it stands for');
  }
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  for (const [rejected, { uuid, number }] of books.corrections) {
    const row = byUuid.get(uuid);
    if (row === undefined || byCounter.get(row.replaces ?? 0)?.uuid !== rejected)
      problems.push(`${number} was handed over instead of ${rejected}, and the ledger does not know it so`);
  }
  return problems;
}
