import { type BrokenDocument, breaks } from '../broken-document.ts';
import { fivePercent, payment, prepayment, reasonOf, set, textOf, totals } from '../changes.ts';

export const brokenReferences: readonly BrokenDocument[] = [
  breaks('BR-55', 'consumer', 'no number of what is corrected', set({ corrects: [{ number: '' }] })),
  breaks('BR-KSA-56', 'creditNote', 'nothing is corrected', set({ corrects: [] })),
  breaks(
    'BR-KSA-F-06-C22',
    'creditNote',
    'a number of 5001 characters',
    set({ corrects: [{ number: textOf(5001) }] }),
  ),
  breaks('BR-KSA-17', 'creditNote', 'a note without a reason', payment({ instruction: undefined })),
  breaks('BR-KSA-17', 'creditNote', 'a note without a payment', set({ payments: [] })),
  breaks(
    'BR-KSA-F-06-C13',
    'creditNote',
    'a reason of 1001 characters',
    payment({ instruction: textOf(1001) }),
  ),
  breaks(
    'BR-KSA-73',
    'consumer',
    'prepaid by no document',
    totals(({ payable }) => ({ prepaid: 100, payable: payable - 100 })),
    ['BR-KSA-80'],
  ),
  breaks(
    'BR-KSA-80',
    'final',
    'prepaid is not what the lines deduct',
    totals(({ prepaid = 0, payable }) => ({ prepaid: prepaid - 1, payable: payable + 1 })),
  ),
  breaks(
    'BR-KSA-80',
    'final',
    'nothing prepaid beside a deduction',
    totals(({ taxInclusive }) => ({ prepaid: undefined, payable: taxInclusive })),
  ),
  breaks(
    'BR-KSA-79',
    'final',
    'VAT two halalas too high',
    prepayment('S', ({ taxable, vatAmount }) => ({ taxable: taxable - 2, vatAmount: vatAmount + 2 })),
  ),
  breaks(
    'BR-KSA-79',
    'final',
    'VAT where there is none',
    prepayment('Z', ({ taxable, vatAmount }) => ({ taxable: taxable - 1, vatAmount: vatAmount + 1 })),
  ),
  breaks(
    'BR-KSA-76',
    'final',
    'a zero rate of 5 percent',
    prepayment('Z', ({ vat }) => ({ vat: { ...vat, ...fivePercent } })),
    ['BR-Z-05', 'BR-KSA-79'],
  ),
  breaks(
    'BR-KSA-77',
    'final',
    'an exemption of 5 percent',
    prepayment('E', ({ vat }) => ({ vat: { ...vat, ...fivePercent } })),
    ['BR-E-05', 'BR-KSA-79'],
  ),
  breaks(
    'BR-KSA-78',
    'final',
    'out of scope at 5 percent',
    prepayment('O', ({ vat }) => ({ vat: { ...vat, ...fivePercent } })),
    ['BR-KSA-11', 'BR-KSA-79'],
  ),
  breaks(
    'BR-KSA-93',
    'final',
    'zero-rated for no reason',
    prepayment('Z', () => ({ exemptionCode: undefined })),
  ),
  breaks(
    'BR-KSA-94',
    'final',
    'exempt for no reason',
    prepayment('E', () => ({ exemptionCode: undefined })),
  ),
  breaks(
    'BR-KSA-95',
    'final',
    'out of scope for no reason',
    prepayment('O', () => ({ exemptionCode: undefined })),
  ),
  breaks(
    'BR-KSA-96',
    'final',
    'a reason without words',
    prepayment('O', () => ({ exemptionText: undefined })),
  ),
  breaks(
    'BR-KSA-CL-07',
    'final',
    "another category's reason",
    prepayment('E', () => reasonOf('VATEX-SA-35')),
  ),
  breaks(
    'BR-KSA-CL-07',
    'final',
    'a reason newer than the list',
    prepayment('Z', () => reasonOf('VATEX-SA-ROYALDECREE')),
  ),
  breaks(
    'BR-KSA-F-06-C39',
    'final',
    'a reason of 1001 characters',
    prepayment('O', () => ({ exemptionText: textOf(1001) })),
  ),
  breaks('BR-KSA-F-05', 'final', 'a time that is none', (invoice) => ({
    ...invoice,
    prepayments: invoice.prepayments.map((each) => ({
      ...each,
      document: { ...each.document, issueTime: '12.30' },
    })),
  })),
];
