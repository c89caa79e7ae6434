import { readActorKey } from '../../../shared/actor.ts';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';

/** Returns all who issued documents; a name that a person and a program share is listed once for each. */
export function issuersOf({
  facts,
  takings,
}: Pick<Ledger, 'facts' | 'takings'>): CommandOutput<'invoice.issuers'>['issuers'] {
  const byName = Map.groupBy(takings.issuers().map(readActorKey), ({ name }) => name);
  return facts.issuers().flatMap((name) => {
    const keys = byName.get(name) ?? [];
    return keys.length > 1 ? keys : [{ name }];
  });
}
