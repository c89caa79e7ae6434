import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { buyer, documentOf, placement, refusal, textOf } from './fixtures.ts';
import { all, parseTree, textAt } from './xml-tree.ts';

const sale: SaleInput = { lines: [{ name: 'Item 1', quantity: 13, unitPrice: 100 }] };
const business: SaleInput = { ...sale, customer: 'business', buyer };

/** Returns the document as an independent XML reader sees it. */
const read = (input: SaleInput, issuedAt = placement.issuedAt) =>
  parseTree(textOf(documentOf(input, { issuedAt })));

describe('the document', () => {
  it('is byte for byte what the authority’s rules were proven on', () => {
    const bytes = Buffer.from(textOf(documentOf(sale)));
    expect(bytes.length).toBe(4070);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      'd6687cd7b67bf2382c42ef3c9b65876a9094ddb2a962e11d25dcbee072f2e748',
    );
  });

  it('comes in parts with the places of the stamp’s blocks between them', () => {
    const { head, opening, rest } = documentOf(sale);
    expect(head).toMatch(/^<Invoice [^>]*>$/);
    expect(opening).toMatch(/^\n {2}<cbc:ProfileID>[\s\S]*<\/cac:AdditionalDocumentReference>\n {2}$/);
    expect(rest).toMatch(/^<cac:AccountingSupplierParty>[\s\S]*<\/Invoice>$/);
  });

  it('tells the QR the very texts it carries', () => {
    const { qr, simplified } = documentOf({ ...sale, discount: { percent: 10 } });
    const document = read({ ...sale, discount: { percent: 10 } });
    expect(qr).toEqual({
      sellerName: 'Tom & Sons LTD',
      vatNumber: '399999999900003',
      issuedAt: '2026-11-01T17:41:08',
      payable: textAt(document, 'cac:LegalMonetaryTotal/cbc:PayableAmount'),
      vat: textAt(document, 'cac:TaxTotal/cbc:TaxAmount'),
    });
    expect(qr.payable).toBe('1170.00');
    expect(simplified).toBe(true);
    expect(documentOf(business).simplified).toBe(false);
  });

  it('issued at night has the day of Riyadh, in the QR too', () => {
    const night = Date.parse('2026-12-31T21:30:00.999Z');
    const document = read(business, night);
    expect(textAt(document, 'cbc:IssueDate')).toBe('2027-01-01');
    expect(textAt(document, 'cbc:IssueTime')).toBe('00:30:00');
    expect(textAt(document, 'cac:Delivery/cbc:ActualDeliveryDate')).toBe('2027-01-01');
    expect(documentOf(sale, { issuedAt: night }).qr.issuedAt).toBe('2027-01-01T00:30:00');
  });
});

describe('a document says', () => {
  it('when a standard invoice was supplied; others only where the sale does', () => {
    const supplied = (input: SaleInput) => textAt(read(input), 'cac:Delivery/cbc:ActualDeliveryDate');
    const note: Partial<SaleInput> = {
      kind: 'creditNote',
      corrects: [{ number: 'T1-7' }],
      reason: 'Returned',
    };
    expect(supplied(business)).toBe('2026-11-01');
    expect(supplied({ ...business, supplyDate: '2026-10-30' })).toBe('2026-10-30');
    expect(supplied(sale)).toBeUndefined();
    expect(supplied({ ...business, ...note })).toBeUndefined();
    expect(supplied({ ...business, ...note, supplyDate: '2026-10-30' })).toBe('2026-10-30');
  });

  it('which documents a note corrects, and why', () => {
    const uuid = '8e6000cf-1a98-4174-b3e7-b5d5954bc10d';
    const document = read({
      ...sale,
      kind: 'debitNote',
      reason: 'تعديل السعر | Price changed',
      corrects: [{ number: 'T1-7', uuid, issueDate: '2026-11-01' }, { number: 'T1-8' }],
    });
    const references = all(document, 'cac:BillingReference/cac:InvoiceDocumentReference');
    expect(references.map((each) => each.children.map((child) => child.text))).toEqual([
      ['T1-7', uuid, '2026-11-01'],
      ['T1-8'],
    ]);
    expect(textAt(document, 'cac:PaymentMeans/cbc:InstructionNote')).toBe('تعديل السعر | Price changed');
  });

  it('who buys, with what is known and no empty element', () => {
    const foreign: SaleInput = {
      ...business,
      buyer: {
        name: 'ACME Inc.',
        identification: { scheme: 'OTH', value: 'DE-4711' },
        address: {
          street: 'Hauptstr. 1',
          additionalStreet: 'c/o Huber',
          city: 'Berlin',
          province: 'BE',
          country: 'DE',
        },
      },
    };
    const [party] = all(read(foreign), 'cac:AccountingCustomerParty/cac:Party');
    expect(party?.children.map((child) => child.name)).toEqual([
      'cac:PartyIdentification',
      'cac:PostalAddress',
      'cac:PartyLegalEntity',
    ]);
    const [id] = all(read(foreign), 'cac:AccountingCustomerParty/cac:Party/cac:PartyIdentification/cbc:ID');
    expect(id).toMatchObject({ text: 'DE-4711', attributes: { schemeID: 'OTH' } });
    const named = read({ ...sale, buyer: { name: 'Ali' } });
    expect(all(named, 'cac:AccountingCustomerParty/cac:Party')[0]?.children).toHaveLength(1);
  });

  it('why no VAT is charged in the breakdown, not on the line', () => {
    const reason = { category: 'E', reason: 'VATEX-SA-29' } as const;
    const document = read({ lines: [{ name: 'Fee', quantity: 1, unitPrice: 10, vat: reason }] });
    const [row] = all(document, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory');
    expect(row?.children.map((child) => child.name)).toEqual([
      'cbc:ID',
      'cbc:Percent',
      'cbc:TaxExemptionReasonCode',
      'cbc:TaxExemptionReason',
      'cac:TaxScheme',
    ]);
    const [ofLine] = all(document, 'cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory');
    expect(ofLine?.children.map((child) => child.text)).toEqual(['E', '0.00', '']);
  });

  it('the note and the order of the sale', () => {
    const document = read({ ...sale, note: 'شكرا', orderReference: 'PO-1' });
    expect(textAt(document, 'cbc:Note')).toBe('شكرا');
    expect(textAt(document, 'cac:OrderReference/cbc:ID')).toBe('PO-1');
  });
});

describe('refuses', () => {
  it('to correct a document of a later day than its own', () => {
    const note = (issueDate: string): SaleInput => ({
      ...sale,
      kind: 'creditNote',
      reason: 'Returned',
      corrects: [{ number: 'T1-7' }, { number: 'T1-8', issueDate }],
    });
    const evening = { issuedAt: Date.parse('2026-11-01T21:30:00Z') }; // In Riyadh this is already the 2nd.
    expect(refusal(() => documentOf(note('2026-11-03'), evening))).toEqual([
      'corrects.1.issueDate date-in-future',
    ]);
    expect(refusal(() => documentOf(note('2026-11-02'), evening))).toEqual([]);
  });
});
