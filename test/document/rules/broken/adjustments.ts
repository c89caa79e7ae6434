import { type BrokenDocument, breaks } from '../broken-document.ts';
import { adjustment, fivePercent, lineAdjustment, textOf, zeroPercent } from '../changes.ts';

export const brokenAdjustments: readonly BrokenDocument[] = [
  breaks('BR-32', 'business', 'a discount at no VAT rate', adjustment(false, { vat: undefined }), [
    'BR-S-08',
  ]),
  breaks('BR-37', 'business', 'a charge at no VAT rate', adjustment(true, { vat: undefined }), ['BR-S-08']),
  breaks('BR-S-06', 'business', 'a standard discount at nothing', adjustment(false, { vat: zeroPercent }), [
    'BR-KSA-84',
  ]),
  breaks('BR-S-07', 'business', 'a standard charge at nothing', adjustment(true, { vat: zeroPercent }), [
    'BR-KSA-84',
  ]),
  breaks(
    'BR-Z-06',
    'allCategories',
    'a zero-rated discount at 5',
    adjustment(false, { vat: { category: 'Z', ...fivePercent } }, 'Z'),
  ),
  breaks(
    'BR-E-06',
    'allCategories',
    'an exempt discount at 5',
    adjustment(false, { vat: { category: 'E', ...fivePercent } }, 'E'),
  ),
  breaks(
    'BR-KSA-12',
    'allCategories',
    'a discount out of scope at 5',
    adjustment(false, { vat: { category: 'O', ...fivePercent } }, 'O'),
  ),
  breaks(
    'BR-Z-07',
    'business',
    'a zero-rated charge at 5',
    adjustment(true, { vat: { category: 'Z', ...fivePercent } }),
    ['BR-S-08', 'BR-Z-01'],
  ),
  breaks(
    'BR-E-07',
    'business',
    'an exempt charge at 5',
    adjustment(true, { vat: { category: 'E', ...fivePercent } }),
    ['BR-S-08', 'BR-E-01'],
  ),
  breaks(
    'BR-KSA-13',
    'allCategories',
    'a charge out of scope at 5',
    adjustment(true, { vat: { category: 'O', ...fivePercent } }, 'O'),
  ),
  breaks('BR-KSA-19', 'business', 'a charge without a code', adjustment(true, { reasonCode: undefined })),
  breaks('BR-KSA-21', 'business', 'a charge without words', adjustment(true, { reason: undefined })),
  breaks(
    'BR-KSA-20',
    'consumer',
    "a line's charge without a code",
    lineAdjustment(true, { reasonCode: undefined }),
  ),
  breaks(
    'BR-KSA-22',
    'consumer',
    "a line's charge without words",
    lineAdjustment(true, { reason: undefined }),
  ),
  breaks('BR-KSA-CL-06', 'business', 'a charge for no known reason', adjustment(true, { reasonCode: 'QQQ' })),
  breaks(
    'BR-KSA-CL-06',
    'consumer',
    "a line's charge for no known reason",
    lineAdjustment(true, { reasonCode: 'QQQ' }),
  ),
  breaks(
    'BR-KSA-F-06-C33',
    'business',
    'words for a charge of 1001 characters',
    adjustment(true, { reason: textOf(1001) }),
  ),
  breaks(
    'BR-KSA-F-06-C34',
    'consumer',
    "words for a line's charge of 1001 characters",
    lineAdjustment(true, { reason: textOf(1001) }),
  ),
  breaks(
    'BR-KSA-F-06-C35',
    'business',
    'words for a discount of 1001 characters',
    adjustment(false, { reason: textOf(1001) }),
  ),
  breaks(
    'BR-KSA-F-06-C36',
    'consumer',
    "no words in a line's discount",
    lineAdjustment(false, { reason: '' }),
  ),
];
