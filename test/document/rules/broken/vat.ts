import { type BrokenDocument, breaks } from '../broken-document.ts';
import { all, line, moreVat, reasonOf, row, set, textOf } from '../changes.ts';

export const brokenVat: readonly BrokenDocument[] = [
  breaks('BR-CO-18', 'business', 'no VAT breakdown', set({ vatBreakdown: [] }), [
    'BR-CO-15',
    'BR-S-01',
    'BR-KSA-EN16931-08',
    'BR-KSA-EN16931-09',
  ]),
  breaks('BR-KSA-EN16931-08', 'zeroRated', 'no total with rows', set({ vatBreakdown: [] }), [
    'BR-CO-18',
    'BR-Z-01',
    'BR-KSA-EN16931-09',
  ]),
  breaks('BR-KSA-EN16931-09', 'consumer', 'two totals without rows', set({ vatBreakdown: [] }), [
    'BR-CO-18',
    'BR-CO-15',
    'BR-S-01',
    'BR-KSA-EN16931-08',
  ]),
  breaks('BR-53', 'dollars', 'a total in dollars without rows', set({ vatBreakdown: [] }), [
    'BR-CO-18',
    'BR-CO-15',
    'BR-S-01',
    'BR-KSA-EN16931-08',
    'BR-KSA-EN16931-09',
  ]),
  breaks(
    'BR-CO-17',
    'zeroRated',
    'VAT where there is none',
    all(
      row('Z', () => ({ vatAmount: 2 })),
      moreVat(2),
    ),
    ['BR-Z-09'],
  ),
  breaks(
    'BR-S-01',
    'business',
    'no row of the standard category',
    row('S', () => ({ category: 'Z', rate: '0.00' })),
    ['BR-Z-09', 'BR-CO-17', 'BR-Z-08', 'BR-KSA-69'],
  ),
  breaks(
    'BR-Z-01',
    'business',
    'a zero-rated line without a row',
    line({ vat: { category: 'Z', rate: '0.00' } }),
    ['BR-S-08'],
  ),
  breaks(
    'BR-E-01',
    'business',
    'an exempt line without a row',
    line({ vat: { category: 'E', rate: '0.00' } }),
    ['BR-S-08'],
  ),
  breaks(
    'BR-O-01',
    'business',
    'a line out of scope without a row',
    line({ vat: { category: 'O', rate: '0.00' } }),
    ['BR-S-08'],
  ),
  breaks(
    'BR-S-08',
    'business',
    'a taxable amount that is not what was sold',
    row('S', ({ taxable }) => ({ taxable: taxable + 1 })),
  ),
  breaks(
    'BR-Z-08',
    'allCategories',
    'zero-rated: not what was sold',
    row('Z', ({ taxable }) => ({ taxable: taxable + 1 })),
  ),
  breaks(
    'BR-E-08',
    'allCategories',
    'exempt: not what was sold',
    row('E', ({ taxable }) => ({ taxable: taxable + 1 })),
  ),
  breaks(
    'BR-O-08',
    'allCategories',
    'out of scope: not what was sold',
    row('O', ({ taxable }) => ({ taxable: taxable + 1 })),
  ),
  breaks(
    'BR-S-09',
    'business',
    'VAT three halalas too high',
    all(
      row('S', ({ vatAmount }) => ({ vatAmount: vatAmount + 3 })),
      moreVat(3),
    ),
    ['BR-CO-17'],
  ),
  breaks(
    'BR-Z-09',
    'allCategories',
    'zero-rated with VAT',
    all(
      row('Z', () => ({ vatAmount: 1 })),
      moreVat(1),
    ),
  ),
  breaks(
    'BR-E-09',
    'allCategories',
    'exempt with VAT',
    all(
      row('E', () => ({ vatAmount: 1 })),
      moreVat(1),
    ),
  ),
  breaks(
    'BR-O-09',
    'allCategories',
    'out of scope with VAT',
    all(
      row('O', () => ({ vatAmount: 1 })),
      moreVat(1),
    ),
  ),
  breaks(
    'BR-S-10',
    'business',
    'a reason for no VAT beside VAT',
    row('S', () => reasonOf('VATEX-SA-35')),
  ),
  breaks('BR-KSA-84', 'business', 'a rate of 10 percent', line({ vat: { category: 'S', rate: '10.00' } })),
  breaks(
    'BR-KSA-69',
    'allCategories',
    'zero-rated for no reason',
    row('Z', () => ({ exemptionCode: undefined })),
  ),
  breaks(
    'BR-KSA-23',
    'allCategories',
    'exempt for no reason',
    row('E', () => ({ exemptionCode: undefined })),
  ),
  breaks(
    'BR-KSA-24',
    'allCategories',
    'out of scope for no reason',
    row('O', () => ({ exemptionCode: undefined })),
  ),
  breaks(
    'BR-KSA-83',
    'allCategories',
    'a reason without words',
    row('O', () => ({ exemptionText: undefined })),
  ),
  breaks(
    'BR-KSA-CL-04',
    'allCategories',
    "another category's reason",
    row('E', () => reasonOf('VATEX-SA-35')),
  ),
  breaks(
    'BR-KSA-F-06-C16',
    'allCategories',
    'a reason of 1001 characters',
    row('O', () => ({ exemptionText: textOf(1001) })),
  ),
];
