import { type BrokenDocument, breaks } from '../broken-document.ts';
import { all, moreWithoutVat, totals } from '../changes.ts';

export const brokenSums: readonly BrokenDocument[] = [
  breaks(
    'BR-CO-10',
    'business',
    'lines do not add up',
    totals(({ lines }) => ({ lines: lines + 1 })),
  ),
  breaks(
    'BR-CO-11',
    'business',
    'discounts do not add up',
    all(
      totals(({ allowances = 0 }) => ({ allowances: allowances + 1 })),
      moreWithoutVat(-1),
    ),
  ),
  breaks('BR-CO-11', 'business', 'no total of discounts', (invoice) =>
    all(
      totals(() => ({ allowances: undefined })),
      moreWithoutVat(invoice.totals.allowances ?? 0),
    )(invoice),
  ),
  breaks(
    'BR-CO-12',
    'business',
    'charges do not add up',
    all(
      totals(({ charges = 0 }) => ({ charges: charges + 1 })),
      moreWithoutVat(1),
    ),
  ),
  breaks('BR-CO-13', 'consumer', 'a total without VAT that is not that of the lines', moreWithoutVat(1)),
  breaks(
    'BR-CO-14',
    'business',
    'VAT does not add up',
    totals(({ vat }) => ({ vat: vat + 1 })),
  ),
  breaks(
    'BR-CO-15',
    'consumer',
    'a total with VAT a halala too high',
    totals(({ taxInclusive, payable }) => ({ taxInclusive: taxInclusive + 1, payable: payable + 1 })),
  ),
  breaks(
    'BR-CO-16',
    'consumer',
    'a halala more to pay',
    totals(({ payable }) => ({ payable: payable + 1 })),
  ),
  breaks(
    'BR-CO-16',
    'final',
    'a rounding that is not paid',
    totals(() => ({ rounding: -2 })),
  ),
  breaks(
    'BR-KSA-97',
    'dollars',
    'as much VAT in riyals as in dollars',
    totals(({ vat }) => ({ vatInSar: vat })),
  ),
];
