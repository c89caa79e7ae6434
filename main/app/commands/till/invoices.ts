import type { invoices } from '../../../../shared/contract/till/invoices.ts';
import { fail } from '../../../../shared/failure.ts';
import type { Handlers } from '../../../base/platform/dispatch.ts';
import { findDocument } from '../../../books/corrections/find-document.ts';
import { invoiceDetail } from '../../../books/corrections/invoice-detail.ts';
import { rejectionsByCause } from '../../../books/corrections/rejections.ts';
import { toInvoiceRow } from '../../../books/ledger/documents/entry.ts';
import { issuersOf } from '../../../till/shift/issuers.ts';
import type { CommandContext } from '../context.ts';

export function invoiceCommands({
  environment: { ledger, submitter, receipts, company },
}: CommandContext): Pick<Handlers, keyof typeof invoices> {
  const entryOf = (uuid: string) => ledger.documents.get(uuid) ?? fail('not-found');

  return {
    'invoice.list': (query) => ledger.search.list(query),
    'invoice.sums': (query) => ({ sums: ledger.search.sums(query) }),
    'invoice.rejections': (filter) => rejectionsByCause(ledger, filter),
    'invoice.issuers': () => ({ issuers: issuersOf(ledger) }),
    'invoice.get': ({ uuid }) => invoiceDetail(entryOf(uuid), ledger),
    'invoice.answers': ({ uuid }) => ({ answers: ledger.documents.answers(entryOf(uuid).uuid) }),
    'invoice.find': ({ text }) =>
      toInvoiceRow(
        findDocument(ledger.documents, text, company()?.terminal.numberPrefix) ?? fail('not-found'),
      ),
    'invoice.sale': ({ uuid }) => entryOf(uuid).sale,
    'invoice.xml': ({ uuid, which }) => receipts.xml(uuid, which) ?? fail('not-found'),
    'invoice.sendParked': () => ({ sent: submitter.resendParked() }),
    'invoice.tryNow': () => submitter.wake('network'),
    'invoice.send': async ({ uuid }) => {
      entryOf(uuid);
      await submitter.sendNow(uuid);
      return toInvoiceRow(entryOf(uuid));
    },
  };
}
