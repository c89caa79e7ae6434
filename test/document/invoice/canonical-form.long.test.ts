import fc from 'fast-check';
import { XmlC14NMode, XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { makeInvoice } from '../../../main/document/invoice/make-invoice.ts';
import { writeDocument } from '../../../main/document/invoice/writing/write-document.ts';
import { text as saleText } from '../../../shared/fields.ts';
import { saleLimits, saleSchema } from '../../../shared/sale/sale.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { rounds } from '../../support/run/effort.ts';
import { buyer, placement, seller, textOf } from './fixtures.ts';
import { all, parseTree } from './xml-tree.ts';

/** Returns Canonical XML 1.1, made by an independent library. */
function canonical(xml: string): string {
  using document = XmlDocument.fromBuffer(Buffer.from(xml));
  return document.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_1 });
}

/** Generates texts with every character that a sale may have, trimmed by the sale schema. */
const anyText = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(
        '&',
        '<',
        '>',
        '"',
        "'",
        '\r',
        '\n',
        '\t',
        '\r\n',
        ' ',
        ']]>',
        '&amp;',
        '<!--',
        '🧾',
        'فاتورة',
      ),
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 3 }),
    ),
    minLength: 1,
    maxLength: 12,
  })
  .map((characters) =>
    characters.replace(/[^\t\n\r\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''),
  )
  .map((characters) => saleText(saleLimits.text).safeParse(characters))
  .filter(({ success }) => success)
  .map(({ data = '' }) => data);

describe('a document with any text in any field', () => {
  it('is its own canonical form and reads back as it was written', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 26, maxLength: 26 }), (texts) => {
        const next = texts.values();
        const text = () => next.next().value ?? 'x';
        const unit = text();
        const name = text();
        const address = {
          street: text(),
          additionalStreet: text(),
          building: text(),
          district: text(),
          city: text(),
          province: text(),
          postalCode: '12345',
        };
        const sale = saleSchema.parse({
          kind: 'creditNote',
          customer: 'business',
          lines: [
            {
              name,
              quantity: 1,
              unit,
              unitPrice: 1,
              discount: { percent: 1, reason: text() },
              charges: [{ percent: 1, reasonCode: 'DL', reason: text() }],
              barcode: text(),
              sellerItemId: text(),
              buyerItemId: text(),
            },
          ],
          payments: [{ means: 'cash', account: text(), terms: text() }],
          buyer: { ...buyer, identification: { scheme: 'OTH', value: text() }, address },
          note: text(),
          notes: [text(), text()],
          contractReference: text(),
          orderReference: text(),
          corrects: [{ number: text() }],
          reason: text(),
        });
        const invoice = makeInvoice(sale, { ...seller, name: text() });
        const xml = textOf(writeDocument(invoice, { ...placement, number: text() }));
        expect(canonical(xml)).toBe(xml);
        const [line] = all(parseTree(xml), 'cac:InvoiceLine');
        expect(all(parseTree(xml), 'cac:InvoiceLine/cac:Item/cbc:Name')[0]?.text).toBe(name);
        expect(line?.children[1]?.attributes.unitCode).toBe(unit);
      }),
      { numRuns: rounds(300) },
    );
  });
});
