import { type BrokenDocument, breaks } from '../broken-document.ts';
import { adjustment, all, line, row, set, totals } from '../changes.ts';

export const brokenFormats: readonly BrokenDocument[] = [
  breaks(
    'BR-KSA-F-01',
    'creditNote',
    'a day in another form',
    set({ corrects: [{ number: 'T1-000002', issueDate: '05-03-2024' }] }),
  ),
  breaks('BR-KSA-F-01', 'business', 'a day before 2000', set({ supplyDate: '1999-12-31' })),
  breaks('BR-KSA-F-01', 'business', 'the 30th of February', set({ supplyEndDate: '2025-02-30' })),
  breaks(
    'BR-KSA-04',
    'creditNote',
    'corrects a document of tomorrow',
    set({ corrects: [{ number: 'T1-000002', issueDate: '2099-01-01' }] }),
    [],
    { rewrite: ['2024-03-05', '2099-01-01'] },
  ),
  breaks(
    'BR-KSA-DEC-02',
    'business',
    'a rate with three decimals',
    line({ vat: { category: 'S', rate: '15.000' } }),
  ),
  breaks(
    'BR-KSA-DEC-02',
    'allCategories',
    'a rate above 100',
    row('O', () => ({ rate: '101.00' })),
    ['BR-CO-17'],
  ),
  breaks('BR-KSA-F-04', 'consumer', "a line's VAT below zero", (invoice) =>
    line({ vatAmount: -1, gross: (invoice.lines[0]?.net ?? 0) - 1 })(invoice),
  ),
  breaks(
    'BR-KSA-F-04',
    'business',
    'a discount below zero',
    all(
      adjustment(false, { amount: -100 }),
      totals(() => ({ allowances: -100 })),
    ),
    ['BR-CO-13', 'BR-S-08'],
  ),
  breaks('BR-KSA-F-04', 'consumer', 'a price below zero', line({ price: '-11.50' }), ['BR-KSA-EN16931-11']),
];
