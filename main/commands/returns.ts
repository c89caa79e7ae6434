import type { CommandParsed } from '../../shared/contract/index.ts';
import type { ReceiptReturns } from '../references/returns/receipt-returns.ts';

/** The commands of returns. */
export const returnCommands = (returns: ReceiptReturns) => ({
  'invoice.returnable': (of: CommandParsed<'invoice.returnable'>) => returns.returnable(of),
  'invoice.returnNote': (asked: CommandParsed<'invoice.returnNote'>) => returns.note(asked),
});
