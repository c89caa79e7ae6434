import type { Company } from '../../shared/company.ts';
import type { Paper } from '../../shared/contract/receipts.ts';
import { fail } from '../../shared/failure.ts';
import type { Environment } from '../../shared/status.ts';
import { documentFileName } from '../invoice/document-file-name.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PdfMaker } from './pdf-maker.ts';
import type { PrintedFrom, ReceiptFacts } from './printed-document.ts';
import { receiptHtml } from './receipt-html.ts';
import type { Mark } from './words.ts';

export interface ReceiptsOptions {
  readonly ledger: Pick<Ledger, 'documents'> & { readonly environment: Environment };
  readonly company: () => Company | undefined;
  readonly pdfs: Pick<PdfMaker, 'make'>;
  /** Returns what the till knows of a document beside it. */
  readonly facts?: (uuid: string) => ReceiptFacts | undefined;
}

/** Receipts and invoices of one environment for customers. */
export interface Receipts {
  /** Makes a PDF; undefined for an unknown document. @throws FailureError `no-company` */
  pdf(uuid: string): Promise<{ fileName: string; bytes: Buffer } | undefined>;
  /** Makes the page for a receipt printer; undefined for an unknown document. */
  html(uuid: string, paper: Paper): string | undefined;
}

export function createReceipts({ ledger, company, pdfs, facts }: ReceiptsOptions): Receipts {
  /** The authority's copy replaces the sealed document as soon as it exists. */
  const xmlOf = ({ uuid, submission }: LedgerEntry) =>
    (submission.cleared ? ledger.documents.clearedXml(uuid) : undefined) ??
    ledger.documents.issuedXml(uuid) ??
    fail('not-found');

  const printedFrom = (entry: LedgerEntry): PrintedFrom => ({
    xml: xmlOf(entry),
    sale: entry.sale,
    facts: facts?.(entry.uuid),
  });

  return {
    async pdf(uuid) {
      const entry = ledger.documents.get(uuid);
      if (entry === undefined) return undefined;
      const { vatNumber } = company() ?? fail('no-company');
      const fileName = documentFileName(vatNumber, entry);
      const bytes = await pdfs.make({
        ...printedFrom(entry),
        fileName,
        marks: marksOf(entry, ledger.environment),
      });
      return { fileName: fileName.replace(/\.xml$/, '.pdf'), bytes };
    },
    html(uuid, paper) {
      const entry = ledger.documents.get(uuid);
      return (
        entry && receiptHtml({ ...printedFrom(entry), marks: marksOf(entry, ledger.environment), paper })
      );
    },
  };
}

/** A business's invoice is valid only after clearance; a consumer's is valid at once. */
function marksOf({ submission }: LedgerEntry, environment: Environment): Mark[] {
  const marks: Mark[] =
    submission.state === 'rejected'
      ? ['rejected']
      : submission.mode === 'clearance' && submission.state !== 'accepted'
        ? ['uncleared']
        : [];
  return environment === 'production' ? marks : [environment, ...marks];
}
