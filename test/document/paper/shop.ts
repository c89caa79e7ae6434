import path from 'node:path';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { createPdfMaker, type PdfMaker } from '../../../main/document/paper/pdf-maker.ts';
import { createReceipts } from '../../../main/till/receipts/receipts.ts';
import type { HandOverRule } from '../../../shared/hand-over.ts';
import { type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import { openTill } from '../../integration/till.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { newFolder } from '../../support/khatm.ts';

export const buyer = {
  name: 'شركة نماذج فاتورة | Fatoora Samples LTD',
  vatNumber: '399999999800003',
  address: {
    street: 'صلاح الدين',
    building: '1111',
    district: 'المروج',
    city: 'الرياض',
    postalCode: '12222',
  },
} as const;

/** Opens a till with a ledger of issued documents, and the receipts for its customers. */
export function openShop(pdfs: PdfMaker = createPdfMaker()) {
  let rule: HandOverRule = 'afterPatience';
  const clock = new FakeClock();
  const { ledger, issue } = openTill(path.join(newFolder('receipt'), 'ledger.db'), clock);
  const receipts = createReceipts({
    ledger,
    company: () => trainingCompany,
    pdfs,
    handOver: () => rule,
    now: () => clock.now(),
  });
  return {
    clock,
    ledger,
    receipts,
    /** Chooses the reading of the rule for uncleared invoices. */
    choose(chosen: HandOverRule) {
      rule = chosen;
    },
    sell: (sale: SaleInput) => issue(saleSchema.parse(sale)).entry,
    xmlOf: (uuid: string) => ledger.documents.issuedXml(uuid) ?? Buffer.alloc(0),
    async pdfOf(uuid: string) {
      const made = await receipts.pdf(uuid);
      if (made === undefined) throw new Error('no such document');
      return made;
    },
    async close() {
      await pdfs.close();
      ledger.close();
    },
  };
}
