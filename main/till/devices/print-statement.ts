import type { CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { Receipts } from '../receipts/receipts.ts';
import { statementOf } from '../shift/accounts/statement.ts';
import type { ReceiptPaper } from './paper.ts';

/** Prints the statement of an account, which is A4 on every printer. @throws FailureError */
export async function printStatement(
  { key, ...period }: CommandParsed<'account.printStatement'>,
  ledger: Pick<Ledger, 'accounts' | 'buyerBook'>,
  receipts: Pick<Receipts, 'statement'>,
  paper: ReceiptPaper,
): Promise<CommandOutput<'account.printStatement'>> {
  const { buyer } = ledger.buyerBook.get(key);
  const page = receipts.statement({
    ...period,
    buyer: buyer.name,
    buyerVatNumber: buyer.vatNumber,
    shop: paper.shop(),
    statement: statementOf(ledger.accounts, key, period),
  });
  return paper.print(page, { ...paper.printerFor('statements'), paper: 'a4', canWait: true });
}
