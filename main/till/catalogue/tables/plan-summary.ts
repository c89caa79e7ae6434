import type { ReadRows } from './read-rows.ts';

export const shown = { faults: 200, rows: 20, text: 60, examples: 3 } as const;

/**
 * Returns the part of a preview that is the same for all files: the changes that an import would make, and the faults.
 */
export function summaryOf<Fault extends object>(
  plan: { readonly rows: readonly { readonly kind: string }[]; readonly faults: readonly Fault[] },
  { rows, unread }: ReadRows<unknown>,
) {
  const count = (kind: string) => plan.rows.filter((row) => row.kind === kind).length;
  return {
    rows: rows.length,
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    unread: unread.slice(0, shown.rows),
    faultCount: plan.faults.length,
    faults: plan.faults.slice(0, shown.faults).map((fault) => ({ ...fault })),
  };
}
