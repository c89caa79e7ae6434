import { type BrokenDocument, breaks } from '../broken-document.ts';
import { fivePercent, line, prepayment, textOf, zeroPercent } from '../changes.ts';

export const brokenLines: readonly BrokenDocument[] = [
  breaks('BR-21', 'consumer', 'a line without a number', line({ id: '' }), ['BR-KSA-F-06-C17']),
  breaks('BR-KSA-F-06-C17', 'consumer', 'a line number of seven digits', line({ id: '1000000' })),
  breaks('BR-22', 'zeroRated', 'nothing sold', line({ quantity: '0' }), ['BR-KSA-EN16931-11']),
  breaks('BR-KSA-F-06-C18', 'consumer', 'a unit of 128 characters', line({ unit: textOf(128) })),
  breaks('BR-25', 'consumer', 'an item without a name', line({ name: '' }), ['BR-KSA-F-06-C19']),
  breaks('BR-KSA-F-06-C19', 'consumer', 'a name of two characters', line({ name: 'شا' })),
  breaks('BR-KSA-F-06-C19', 'consumer', 'a name of 1001 characters', line({ name: textOf(1001) })),
  breaks('BR-KSA-F-C-01', 'consumer', 'a name of digits', line({ name: '6281007022293' })),
  breaks('BR-KSA-F-C-01', 'consumer', 'a name of Arabic digits', line({ name: '٦٢٨١٠٠٧' })),
  breaks(
    'BR-KSA-F-C-01',
    'final',
    'a prepayment named by digits',
    prepayment('S', () => ({ name: '2024001' })),
  ),
  breaks('BR-KSA-51', 'consumer', 'a gross that is not net and VAT', line({ gross: 4000 })),
  breaks('BR-KSA-EN16931-11', 'business', 'a price two halalas too high', line({ price: '11.51' })),
  breaks('BR-S-05', 'business', 'standard VAT of nothing', line({ vat: zeroPercent }), ['BR-KSA-84']),
  breaks(
    'BR-Z-05',
    'allCategories',
    'a zero rate of 5 percent',
    line({ vat: { category: 'Z', ...fivePercent } }, 'Z'),
  ),
  breaks(
    'BR-E-05',
    'allCategories',
    'an exemption of 5 percent',
    line({ vat: { category: 'E', ...fivePercent } }, 'E'),
  ),
  breaks(
    'BR-KSA-11',
    'allCategories',
    'out of scope at 5 percent',
    line({ vat: { category: 'O', ...fivePercent } }, 'O'),
  ),
  breaks('BR-KSA-F-06-C20', 'consumer', 'a barcode of 128 characters', line({ barcode: textOf(128) })),
  breaks(
    'BR-KSA-F-06-C30',
    'consumer',
    "a buyer's number of 128 characters",
    line({ buyerItemId: textOf(128) }),
  ),
  breaks(
    'BR-KSA-F-06-C31',
    'consumer',
    "a seller's number of 128 characters",
    line({ sellerItemId: textOf(128) }),
  ),
];
