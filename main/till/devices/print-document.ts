import type { CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import { fail } from '../../../shared/failure.ts';
import { actorOf } from '../../base/platform/actor-of.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { type AgreementOptions, agreementTo, spendAgreement } from '../people/agreement.ts';
import { createPrints, originalOf } from '../receipts/prints.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { ReceiptPaper } from './paper.ts';

export interface DocumentPrinterOptions extends AgreementOptions {
  readonly receipts: Pick<Receipts, 'printOf' | 'html'>;
  readonly tillActions: Pick<Ledger['tillActions'], 'write' | 'mayBePrinted'>;
  readonly paper: ReceiptPaper;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Returns a function that prints the receipt or invoice of a document. Every further print is a copy, for which a
 * cashier may need a manager.
 * @throws FailureError `not-found`, `approval-needed`, and as the printer
 */
export function createDocumentPrinter(
  options: DocumentPrinterOptions,
): (input: CommandParsed<'receipt.print'>, caller: Caller) => Promise<CommandOutput<'receipt.print'>> {
  const { receipts, tillActions, paper, now } = options;
  const prints = createPrints(tillActions, now);
  return async ({ uuid, isFirst }, caller) => {
    const form = receipts.printOf(uuid) ?? fail('not-found');
    const look = form.customer === 'business' ? paper.printerFor('invoices') : paper.printing();
    const original = originalOf(form);
    const isCopy = prints.isCopy(original);
    if (isCopy && isFirst) return { by: 'terminal' };
    const approval = isCopy ? agreementTo('reprint', uuid, caller, options) : undefined;
    const pageOf = (copy: boolean) => (size: Parameters<Receipts['html']>[1]) =>
      receipts.html(uuid, size, { shop: paper.shop(), copy }) ?? fail('not-found');
    const printed = await prints.print(original, { ...actorOf(caller), approval }, (copy) =>
      paper.printReceipt(pageOf(copy), look),
    );
    spendAgreement('reprint', uuid, caller, options);
    return printed;
  };
}
