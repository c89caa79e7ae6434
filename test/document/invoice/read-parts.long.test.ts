import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readInvoice } from '../../../main/document/invoice/reading/read-invoice.ts';
import { linesInParts, withoutLines } from '../../../main/document/invoice/reading/read-parts.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { rounds } from '../../support/run/effort.ts';
import { anySale } from './arbitrary-sale.ts';
import { documentOf, textOf } from './fixtures.ts';

const tag = '<cac:InvoiceLine></Invoice>';
const hostile: SaleInput = {
  lines: [{ name: tag, quantity: 1, unitPrice: 1 }],
  note: tag,
  payments: [{ means: 'cash', instruction: tag }],
};

it('parts of a document say what the whole says', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anySale('includeVat').map(({ sale }) => sale),
        anySale('excludeVat').map(({ sale }) => sale),
        fc.constant(hostile),
      ),
      fc.integer({ min: 1, max: 9 }),
      (sale, atOnce) => {
        const xml = Buffer.from(textOf(documentOf(sale)));
        const { lines, prepayments: _, ...whole } = readInvoice(xml);
        const parts = [...linesInParts(xml, atOnce)];
        expect(parts.flat()).toEqual(lines);
        expect(parts.every((part) => part.length <= atOnce)).toBe(true);
        const { lines: none, prepayments: __, ...rest } = readInvoice(withoutLines(xml));
        expect([none, rest]).toEqual([[], whole]);
      },
    ),
    { numRuns: rounds(100) },
  );
});
