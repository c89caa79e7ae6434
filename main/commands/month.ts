import type { ReceiptPaper } from '../devices/paper.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

/** The commands about the file of a month for the accountant. */
export function monthCommands(
  { months }: Pick<OpenEnvironment, 'months'>,
  { shop }: Pick<ReceiptPaper, 'shop'>,
): HandlersOf<'month.'> {
  return {
    'month.get': () => months.view(),
    'month.make': (asked, { name }) => {
      months.make({ ...asked, shop: shop(), actor: name });
      return months.view();
    },
    'month.stop': async () => {
      await months.cancel();
      return months.view();
    },
    'month.drop': () => {
      months.drop();
      return months.view();
    },
  };
}
