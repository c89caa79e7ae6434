import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../../shared/actor.ts';
import { fail, parseOrFail } from '../../../../shared/failure.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import type { Language } from '../../../../shared/words/index.ts';
import type { LedgerEntry } from '../../../books/ledger/documents/entry.ts';
import { readInvoice } from '../../../document/invoice/reading/read-invoice.ts';
import { warningsOf } from '../../../document/invoice/rules/warnings-of.ts';
import type { CheckedSale } from '../../../till/issue/issue-sale.ts';
import type { PreparedSale } from '../../../till/issue/prepared-sale.ts';
import { acceptedLanguage } from '../../accepted-language.ts';
import { checkNamed } from '../../invoices/check-named.ts';
import { type Preview, toPreview } from '../../invoices/preview-resource.ts';
import { publicIssues } from '../../public-issues.ts';
import {
  type ApiLedger,
  callerOf,
  type InvoiceRoutesOptions,
  noQuery,
  readSaleOf,
  saleBytes,
} from './invoice-routes.ts';

export interface SaleRoutesOptions extends Pick<InvoiceRoutesOptions, 'ledger' | 'intake'> {
  /** Prices and checks a sale as if it were issued next. @throws FailureError */
  readonly preview: (sale: Sale, by: Actor, prepared?: PreparedSale) => CheckedSale;
}

export function addSaleRoutes(app: FastifyInstance, { ledger, intake, preview }: SaleRoutesOptions): void {
  app.post(
    '/v2/sales/validate',
    { config: { scope: 'invoices.write', budget: 'reading' }, bodyLimit: saleBytes },
    async (request): Promise<Preview> => {
      parseOrFail(noQuery, request.query);
      const { sale, prepared } = await readSaleOf(request, intake);
      const issued = ledger.chain.issuedBefore(sale, undefined);
      const language = acceptedLanguage(request.headers['accept-language']);
      if (issued !== undefined) return previewOf(issued, ledger, language);
      const { name, scopes } = callerOf(request);
      checkNamed(sale, scopes.includes('notes.other-systems'));
      const checked = preview(sale, { kind: 'program', name }, prepared);
      return toPreview({ ...checked, cautions: publicIssues(checked.cautions, language) });
    },
  );
}

function previewOf(issued: LedgerEntry, { documents }: ApiLedger, language: Language): Preview {
  const xml = documents.issuedXml(issued.uuid) ?? fail('not-found');
  const cautions = publicIssues(warningsOf(xml, issued.issuedAt), language);
  const sale = { ...issued.sale, customer: issued.customer };
  return toPreview({ sale, invoice: readInvoice(xml), cautions }, issued);
}
