import { describe, expect, it } from 'vitest';
import { makeInvoice } from '../../main/document/invoice/make-invoice.ts';
import { readInvoice } from '../../main/document/invoice/reading/read-invoice.ts';
import { writeDocument } from '../../main/document/invoice/writing/write-document.ts';
import { parseOrFail } from '../../shared/failure.ts';
import { saleSchema } from '../../shared/sale/sale.ts';
import { brokenRules } from '../document/invoice/authority-arithmetic.ts';
import { placement, seller, textOf } from '../document/invoice/fixtures.ts';
import { parseTree } from '../document/invoice/xml-tree.ts';
import { oneIn } from '../support/run/effort.ts';
import { conformanceSales } from './matrix.ts';

/* Tests the matrix with all checks that need no other program; `npm run prove -- conformance` adds the authority's own rules. */

const sales = conformanceSales();

describe('the conformance sales', () => {
  it('are many, each under its own name', () => {
    expect(sales.length).toBeGreaterThanOrEqual(300);
    expect(new Set(sales.map(({ name }) => name)).size).toBe(sales.length);
  });

  it.each(oneIn(10, sales))('$name keeps the authority’s arithmetic and reads back', ({ sale, settle }) => {
    const invoice = makeInvoice(parseOrFail(saleSchema, sale), seller, settle);
    const xml = textOf(writeDocument(invoice, placement));
    expect(brokenRules(parseTree(xml))).toEqual([]);
    const { supplyDate } = invoice;
    expect({ ...readInvoice(Buffer.from(xml)), supplyDate }).toEqual(invoice);
  });
});
