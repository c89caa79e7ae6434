import { authorityProfile } from '../../../main/gateway/profile.ts';
import type { CommandName } from '../../../shared/contract/index.ts';
import type { Printer, Printing } from '../../../shared/contract/till/receipts.ts';
import { fail } from '../../../shared/failure.ts';
import type { HandOverRule } from '../../../shared/hand-over.ts';
import { noShopLines, type ShopLines, shownLines } from '../../../shared/shop-lines.ts';
import type { FakeHandlers } from './fake-handlers.ts';

/* The printers of the fake terminal, which prints nothing. */

export interface ReceiptOptions {
  /** The printers of the device. If there are none, the page prints. */
  readonly printers?: readonly Printer[];
  readonly printing?: Partial<Printing>;
  readonly shop?: Partial<ShopLines>;
  readonly handOver?: HandOverRule;
}

/**
 * @param onRule a function that is called with another reading of the rule for uncleared invoices
 * @param numberOf a function that returns a document's number, and throws for an unknown document
 */
export function createFakeReceipts(
  { printers, printing, shop, handOver = 'afterPatience' }: ReceiptOptions,
  numberOf: (uuid: string) => string,
  onRule: (rule: HandOverRule) => void,
): FakeHandlers<Extract<CommandName, `receipt.${string}`>> {
  let kept: Printing = { autoPrint: false, paper: 'roll80', ...printing };
  let rule = handOver;
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
    'receipt.settings': () => ({
      ...kept,
      shop: lines,
      handOver: { rule, sources: authorityProfile.handOver.sources },
      by: printers === undefined ? 'page' : 'terminal',
    }),
    'receipt.setSettings': ({ shop: newLines, handOver: reading, ...chosen }) => {
      kept = chosen;
      lines = newLines ?? lines;
      rule = reading ?? rule;
      if (reading !== undefined) onRule(reading);
      return {};
    },
    'receipt.preview': ({ shop: all, paper }) => {
      const shown = shownLines(all);
      return {
        html: `<p>${paper}</p>${[...shown.header, ...shown.returnPolicy, ...shown.footer].map((line) => `<p>${line}</p>`).join('')}`,
      };
    },
    'receipt.printers': () => ({ printers: [...(printers ?? [])] }),
    'receipt.printTest': ({ printer }) => print('<p>test</p>', printer),
  };
}
