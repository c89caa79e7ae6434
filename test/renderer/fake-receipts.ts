import type { CommandName } from '../../shared/contract/index.ts';
import type { Printer, Printing } from '../../shared/contract/receipts.ts';
import { fail } from '../../shared/failure.ts';
import type { FakeHandlers } from './fake-handlers.ts';

/* The printers of the fake terminal, which prints nothing. */

export interface ReceiptOptions {
  /** The printers of the device; without them the page prints. */
  readonly printers?: readonly Printer[];
  readonly printing?: Partial<Printing>;
}

/** @param numberOf returns a document's number and throws for an unknown document */
export function createFakeReceipts(
  { printers, printing }: ReceiptOptions,
  numberOf: (uuid: string) => string,
): FakeHandlers<Extract<CommandName, `receipt.${string}`>> {
  let kept: Printing = { autoPrint: false, paper: 'roll80', ...printing };
  const print = (html: string, printer: string | undefined) => {
    if (printers === undefined) return { by: 'page', html } as const;
    const isThere =
      printer === undefined ? printers.length > 0 : printers.some(({ name }) => name === printer);
    return isThere ? ({ by: 'terminal' } as const) : fail('printer-gone');
  };
  return {
    'receipt.pdf': ({ uuid }) => ({ fileName: `${numberOf(uuid)}.pdf`, base64: 'JVBERg==' }),
    'receipt.print': ({ uuid }) => print(`<p>${numberOf(uuid)}</p>`, kept.printer),
    'receipt.settings': () => ({ ...kept, by: printers === undefined ? 'page' : 'terminal' }),
    'receipt.setSettings': (chosen) => {
      kept = chosen;
      return {};
    },
    'receipt.printers': () => ({ printers: [...(printers ?? [])] }),
    'receipt.printTest': ({ printer }) => print('<p>test</p>', printer),
  };
}
