import type { buyers } from '../../../../shared/contract/till/buyers.ts';
import { bookLimits } from '../../../../shared/sale/buyer-book.ts';
import type { Handlers } from '../../../base/platform/dispatch.ts';
import { bytesOf, fileAnswer } from '../../../base/platform/files/named-file.ts';
import type { BookBuyer } from '../../../books/ledger/accounts/buyer-book.ts';
import type { CommandContext } from '../context.ts';

export function buyerCommands({
  environment: { ledger },
  terminal: { buyerFiles, clock },
}: CommandContext): Pick<Handlers, keyof typeof buyers> {
  const book = ledger.buyerBook;
  const shown = (buyer: BookBuyer) => shownBuyer(buyer, ledger.accounts.balance(buyer.key));
  const by = ({ name }: { readonly name: string }) => ({ actor: name, at: clock.now() });
  return {
    'buyer.list': (query) => {
      const { buyers: page, total } = book.list({ ...query, limit: bookLimits.page });
      return { buyers: page.map(shown), total };
    },
    'buyer.save': (change, caller) => shown(book.save(change, by(caller))),
    'buyer.remove': ({ key }, caller) => book.remove(key, by(caller)),
    'buyer.merge': (merger, caller) => shown(book.merge(merger, by(caller))),
    'buyer.previewImport': ({ base64 }) => buyerFiles.preview(bytesOf(base64), book),
    'buyer.import': (input, caller) => buyerFiles.import(input.import, book, by(caller)),
    'buyer.export': async (format, caller) => {
      const file = await buyerFiles.export(book, format);
      ledger.audit.write({ ...by(caller), action: 'buyer.exported', detail: { format: format.format } });
      return fileAnswer(file);
    },
  };
}

const shownBuyer = ({ lastAt, ...rest }: BookBuyer, balance: number) => ({
  ...rest,
  balance,
  ...(lastAt !== undefined && { lastAt: new Date(lastAt).toISOString() }),
});
