import type { items } from '../../../../shared/contract/till/items.ts';
import type { Handlers } from '../../../base/platform/dispatch.ts';
import { findItems } from '../../../till/catalogue/find-items.ts';
import type { CommandContext } from '../context.ts';

export function itemCommands({
  environment: { ledger },
  terminal: { catalogue },
}: CommandContext): Pick<Handlers, keyof typeof items> {
  return {
    'item.find': ({ text }) => ({
      items: findItems(text, { articles: catalogue.ifOpen(), items: ledger.items }),
    }),
    'item.prices': ({ items }) => ({
      prices: items.flatMap((item) => {
        const [price, ...others] = catalogue.ifOpen()?.pricesOfDay(item) ?? [];
        return price === undefined || others.length > 0 ? [] : [{ ...item, price }];
      }),
    }),
    'buyer.find': ({ text }) => ({
      buyers: ledger.buyers.find(text).map(({ buyer, lastAt }) => ({
        buyer,
        ...(lastAt !== undefined && { lastAt: new Date(lastAt).toISOString() }),
      })),
    }),
  };
}
