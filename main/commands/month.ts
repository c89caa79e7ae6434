import type { OpenEnvironment } from '../environment/environment.ts';
import type { HandlersOf } from '../platform/dispatch.ts';
import { createPaper, type PaperOptions } from './paper.ts';

/** The commands about the file of a month for the accountant. */
export function monthCommands(
  { months }: Pick<OpenEnvironment, 'months'>,
  options: Pick<PaperOptions, 'settings'>,
): HandlersOf<'month.'> {
  const { shop } = createPaper(options);
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
