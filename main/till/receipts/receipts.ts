import type { Company } from '../../../shared/company.ts';
import type { Paper } from '../../../shared/contract/till/receipts.ts';
import { fail } from '../../../shared/failure.ts';
import { type HandOver, type HandOverRule, handOverOf } from '../../../shared/hand-over.ts';
import type { ShopLines } from '../../../shared/shop-lines.ts';
import type { Environment } from '../../../shared/status.ts';
import type { DocumentFacts, IssuedBy, Payment } from '../../books/ledger/documents/document-facts.ts';
import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { documentFileName } from '../../document/invoice/document-file-name.ts';
import {
  type OfShop,
  type StatementPaper,
  statementPaper,
  type VoucherPaper,
  voucherPaper,
} from '../../document/paper/account-paper.ts';
import type { PdfMaker } from '../../document/paper/pdf-maker.ts';
import type { PrintedFrom, ReceiptFacts } from '../../document/paper/printed-document.ts';
import { receiptHtml } from '../../document/paper/receipt-html.ts';
import { sampleReceipt } from '../../document/paper/sample-receipt.ts';
import { type ShiftPaper, shiftPaper } from '../../document/paper/shift-paper.ts';
import type { Mark } from '../../document/paper/words.ts';

export interface ReceiptsOptions {
  readonly ledger: Pick<Ledger, 'documents'> & {
    readonly environment: Environment;
    readonly facts: Pick<DocumentFacts, 'issuedBy' | 'payments'>;
  };
  readonly company: () => Company | undefined;
  readonly pdfs: Pick<PdfMaker, 'make'>;
  /** Returns the shop's interpretation of the rule for uncleared invoices. */
  readonly handOver: () => HandOverRule;
  readonly now: () => number;
}

export interface PageOptions {
  readonly shop?: ShopLines;
  readonly copy?: boolean;
}

/** The form of a document on paper. The authority's copy is a different form from the issued document. */
export interface PrintedForm {
  readonly uuid: string;
  readonly number: string;
  readonly form: 'issued' | 'cleared';
  readonly customer: LedgerEntry['customer'];
  /** The time in milliseconds since 1970. */
  readonly issuedAt: number;
}

export interface Receipts {
  /** Makes a PDF; undefined for an unknown document. @throws FailureError `no-company` */
  pdf(uuid: string, shop?: ShopLines): Promise<{ fileName: string; bytes: Buffer } | undefined>;
  /**
   * Returns the XML of a document as it was issued, or as the authority cleared it; undefined if there is none.
   * @throws FailureError `no-company`
   */
  xml(uuid: string, which: PrintedForm['form']): { fileName: string; xml: string } | undefined;
  /** Makes the page for a receipt printer; undefined for an unknown document. */
  html(uuid: string, paper: Paper, options?: PageOptions): string | undefined;
  /** Makes the page of a sample sale, see `sampleReceipt`. @throws FailureError `no-company` */
  sample(paper: Paper, shop: ShopLines): string;
  /** Makes the page of a shift's report, X or Z. @throws FailureError `no-company` */
  shiftReport(report: Pick<ShiftPaper, 'report' | 'hash' | 'paper' | 'shop'> & { copy: boolean }): string;
  /** Makes the page of a voucher. @throws FailureError `no-company` */
  voucher(voucher: Omit<VoucherPaper, keyof OfShop> & Pick<VoucherPaper, 'shop'> & { copy: boolean }): string;
  /** Makes the page of a statement of account. @throws FailureError `no-company` */
  statement(page: Omit<StatementPaper, keyof OfShop> & Pick<StatementPaper, 'shop'>): string;
  /** Returns the form by which a print of a document is identified; undefined for an unknown document. */
  printOf(uuid: string): PrintedForm | undefined;
}

export function createReceipts(options: ReceiptsOptions): Receipts {
  const { ledger, company, pdfs } = options;
  /** The authority's copy replaces the issued document as soon as it exists. */
  const xmlOf = ({ uuid, submission }: LedgerEntry) =>
    (submission.cleared ? ledger.documents.clearedXml(uuid) : undefined) ??
    ledger.documents.issuedXml(uuid) ??
    fail('not-found');

  function marksOf({ submission }: LedgerEntry): Mark[] {
    const { environment } = ledger;
    const warning = warningOf(handOverOf(submission, options.handOver(), options.now()));
    return [
      ...(environment === 'production' ? [] : [environment]),
      ...(warning === undefined ? [] : [warning]),
    ];
  }

  const printedFrom = (entry: LedgerEntry): PrintedFrom => ({
    xml: xmlOf(entry),
    sale: entry.sale,
    facts: factsOf(ledger.facts.issuedBy(entry.icv), ledger.facts.payments(entry.icv)),
  });

  function ofShop(copy: boolean) {
    const { name, vatNumber } = company() ?? fail('no-company');
    const environment: Mark[] = ledger.environment === 'production' ? [] : [ledger.environment];
    const shown: Mark[] = copy ? [...environment, 'copy'] : environment;
    return { company: { name, vatNumber }, marks: shown, at: options.now() };
  }

  return {
    async pdf(uuid, shop) {
      const entry = ledger.documents.get(uuid);
      if (entry === undefined) return undefined;
      const { vatNumber } = company() ?? fail('no-company');
      const fileName = documentFileName(vatNumber, entry);
      const bytes = await pdfs.make({
        ...printedFrom(entry),
        fileName,
        marks: marksOf(entry),
        shop,
      });
      return { fileName: fileName.replace(/\.xml$/, '.pdf'), bytes };
    },
    xml(uuid, which) {
      const entry = ledger.documents.get(uuid);
      const xml = which === 'cleared' ? ledger.documents.clearedXml(uuid) : ledger.documents.issuedXml(uuid);
      if (entry === undefined || xml === undefined) return undefined;
      const { vatNumber } = company() ?? fail('no-company');
      return { fileName: documentFileName(vatNumber, entry), xml: xml.toString('utf8') };
    },
    html(uuid, paper, { shop, copy = false } = {}) {
      const entry = ledger.documents.get(uuid);
      if (entry === undefined) return undefined;
      const marks = marksOf(entry);
      return receiptHtml({
        ...printedFrom(entry),
        marks: copy ? [...marks, 'copy'] : marks,
        paper,
        shop,
      });
    },
    shiftReport: ({ copy, ...report }) => shiftPaper({ ...report, ...ofShop(copy) }),
    voucher: ({ copy, ...page }) => voucherPaper({ ...page, ...ofShop(copy) }),
    statement: (page) => statementPaper({ ...page, ...ofShop(false) }),
    sample: (paper, shop) => sampleReceipt(company() ?? fail('no-company'), paper, shop),
    printOf(uuid) {
      const entry = ledger.documents.get(uuid);
      if (entry === undefined) return undefined;
      const { number, issuedAt, customer, submission } = entry;
      return { uuid, number, issuedAt, customer, form: submission.cleared ? 'cleared' : 'issued' };
    },
  };
}

/** Returns the warning that a paper needs; undefined for a document that may be handed over without one. */
function warningOf(decision: HandOver): Mark | undefined {
  switch (decision) {
    case 'yes':
      return undefined;
    case 'no':
      return 'rejected';
    case 'uncleared':
      return 'clearedFollows';
    case 'wait':
    case 'overdue':
      return 'uncleared';
  }
}

/** Returns the cashier's name, and the payments if the amount of each is known. */
function factsOf(issuedBy: IssuedBy, payments: readonly Payment[]): ReceiptFacts {
  const paid = payments.flatMap(({ means, amount, tendered, card }) =>
    amount === undefined
      ? []
      : [
          {
            means,
            amount,
            ...(tendered !== undefined && { tendered, change: tendered - amount }),
            ...(card !== undefined && { card }),
          },
        ],
  );
  const isNamed = issuedBy.kind === 'person' && issuedBy.name !== 'screen';
  return {
    ...(isNamed && { cashier: issuedBy.name }),
    ...(paid.length > 0 && paid.length === payments.length && { payments: paid }),
  };
}
