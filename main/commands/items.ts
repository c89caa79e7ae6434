import type { items } from '../../shared/contract/items.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Handlers } from '../platform/dispatch.ts';

/** The commands about items that were sold before. */
export function itemCommands({
  ledger,
}: Pick<OpenEnvironment, 'ledger'>): Pick<Handlers, keyof typeof items> {
  return {
    'item.find': ({ text }) => ({ items: ledger.items.find(text) }),
  };
}
