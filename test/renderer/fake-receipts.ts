import type { CommandName } from '../../shared/contract/index.ts';
import type { Printer, Printing } from '../../shared/contract/receipts.ts';
import { fail } from '../../shared/failure.ts';
import { noShopLines, type ShopLines } from '../../shared/shop-lines.ts';
import type { FakeHandlers } from './fake-handlers.ts';

/* The printers of the fake terminal, which prints nothing. */

export interface ReceiptOptions {
  /** The printers of the device; without them the page prints. */
  readonly printers?: readonly Printer[];
  readonly printing?: Partial<Printing>;
  readonly shop?: Partial<ShopLines>;
}

/** @param numberOf returns a document's number and throws for an unknown document */
export function createFakeReceipts(
  { printers, printing, shop }: ReceiptOptions,
  numberOf: (uuid: string) => string,
): FakeHandlers<Extract<CommandName, `receipt.${string}`>> {
  let kept: Printing = { autoPrint: false, paper: 'roll80', ...printing };
  let lines: ShopLines = { ...noShopLines, ...shop };
  const print = (html: string, printer: string | undefined) => {
    if (printers === undefined) return { by: 'page', html } as const;
    const isThere =
      printer === undefined ? printers.length > 0 : printers.some(({ name }) => name === printer);
    return isThere ? ({ by: 'terminal' } as const) : fail('printer-gone');
  };
  return {
    'receipt.pdf': ({ uuid }) => ({ fileName: `${numberOf(uuid)}.pdf`, base64: 'JVBERg==' }),
    'receipt.print': ({ uuid }) => print(`<p>${numberOf(uuid)}</p>`, kept.printer),
    'receipt.settings': () => ({ ...kept, shop: lines, by: printers === undefined ? 'page' : 'terminal' }),
    'receipt.setSettings': ({ shop: own, ...chosen }) => {
      kept = chosen;
      lines = own ?? lines;
      return {};
    },
    'receipt.preview': ({ shop: own, paper }) => ({
      html: `<p>${paper}</p>${[...own.header, own.returnPolicy ?? '', ...own.footer].map((line) => `<p>${line}</p>`).join('')}`,
    }),
    'receipt.printers': () => ({ printers: [...(printers ?? [])] }),
    'receipt.printTest': ({ printer }) => print('<p>test</p>', printer),
  };
}
