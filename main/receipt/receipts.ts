import type { Company } from '../../shared/company.ts';
import type { Paper } from '../../shared/contract/receipts.ts';
import { fail } from '../../shared/failure.ts';
import type { ShopLines } from '../../shared/shop-lines.ts';
import type { Environment } from '../../shared/status.ts';
import { documentFileName } from '../invoice/document-file-name.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PdfMaker } from './pdf-maker.ts';
import type { PrintedFrom, ReceiptFacts } from './printed-document.ts';
import { receiptHtml } from './receipt-html.ts';
import { sampleReceipt } from './sample-receipt.ts';
import type { Mark } from './words.ts';

export interface ReceiptsOptions {
  readonly ledger: Pick<Ledger, 'documents'> & { readonly environment: Environment };
  readonly company: () => Company | undefined;
  readonly pdfs: Pick<PdfMaker, 'make'>;
  /** Returns what the till knows of a document beside it. */
  readonly facts?: (uuid: string) => ReceiptFacts | undefined;
}

export interface PageOptions {
  readonly shop?: ShopLines;
  /** True when this form of the document was printed before. */
  readonly copy?: boolean;
}

/** The form of a document that a paper shows: the authority's copy is another one than the document as sealed. */
export interface PrintedForm {
  readonly uuid: string;
  readonly number: string;
  readonly form: 'sealed' | 'cleared';
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
}

/** Receipts and invoices of one environment for customers. */
export interface Receipts {
  /** Makes a PDF; undefined for an unknown document. @throws FailureError `no-company` */
  pdf(uuid: string, shop?: ShopLines): Promise<{ fileName: string; bytes: Buffer } | undefined>;
  /** Makes the page for a receipt printer; undefined for an unknown document. */
  html(uuid: string, paper: Paper, options?: PageOptions): string | undefined;
  /** Makes the page of a sample sale, see `sampleReceipt`. @throws FailureError `no-company` */
  sample(paper: Paper, shop: ShopLines): string;
  /** Returns what a print of a document is known by; undefined for an unknown document. */
  printOf(uuid: string): PrintedForm | undefined;
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
    async pdf(uuid, shop) {
      const entry = ledger.documents.get(uuid);
      if (entry === undefined) return undefined;
      const { vatNumber } = company() ?? fail('no-company');
      const fileName = documentFileName(vatNumber, entry);
      const bytes = await pdfs.make({
        ...printedFrom(entry),
        fileName,
        marks: marksOf(entry, ledger.environment),
        shop,
      });
      return { fileName: fileName.replace(/\.xml$/, '.pdf'), bytes };
    },
    html(uuid, paper, { shop, copy = false } = {}) {
      const entry = ledger.documents.get(uuid);
      if (entry === undefined) return undefined;
      const marks = marksOf(entry, ledger.environment);
      return receiptHtml({
        ...printedFrom(entry),
        marks: copy ? [...marks, 'copy'] : marks,
        paper,
        shop,
      });
    },
    sample: (paper, shop) => sampleReceipt(company() ?? fail('no-company'), paper, shop),
    printOf(uuid) {
      const entry = ledger.documents.get(uuid);
      if (entry === undefined) return undefined;
      const { number, issuedAt, submission } = entry;
      return { uuid, number, issuedAt, form: submission.cleared ? 'cleared' : 'sealed' };
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
