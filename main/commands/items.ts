import type { items } from '../../shared/contract/items.ts';
import { findItems } from '../catalogue/find-items.ts';
import type { GuardedCatalogue } from '../catalogue/open-catalogue.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Handlers } from '../platform/dispatch.ts';

/** The commands about items and buyers at the till. */
export function itemCommands(
  { ledger }: Pick<OpenEnvironment, 'ledger'>,
  { catalogue }: { readonly catalogue: Pick<GuardedCatalogue, 'ifOpen'> },
): Pick<Handlers, keyof typeof items> {
  return {
    'item.find': ({ text }) => ({
      items: findItems(text, { articles: catalogue.ifOpen(), items: ledger.items }),
    }),
    'buyer.find': ({ text }) => ({
      buyers: ledger.buyers.find(text).map(({ buyer, lastAt }) => ({
        buyer,
        ...(lastAt !== undefined && { lastAt: new Date(lastAt).toISOString() }),
      })),
    }),
  };
}
