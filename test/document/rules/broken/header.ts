import { type BrokenDocument, breaks } from '../broken-document.ts';
import { buyer, payAlso, payment, set, textOf, unchanged } from '../changes.ts';

export const brokenHeaders: readonly BrokenDocument[] = [
  breaks('BR-02', 'consumer', 'no number', unchanged, [], { number: '' }),
  breaks('BR-KSA-F-06-C1', 'consumer', 'a number of 128 characters', unchanged, [], { number: textOf(128) }),
  breaks('BR-16', 'consumer', 'no line', set({ lines: [] }), ['BR-CO-10', 'BR-S-08']),
  breaks('BR-KSA-06', 'consumer', 'a flag that is neither 0 nor 1', set({ typeName: '0200200' }), [
    'BR-KSA-31',
  ]),
  breaks('BR-KSA-F-06-C40', 'consumer', 'a type of six positions', set({ typeName: '020000' }), [
    'BR-KSA-06',
    'BR-KSA-31',
  ]),
  breaks('BR-KSA-07', 'business', 'a self-billed export', set({ typeName: '0100101' })),
  breaks('BR-KSA-31', 'consumer', 'self-billed to a consumer', set({ typeName: '0200001' })),
  breaks(
    'BR-KSA-92',
    'business',
    'to the government without a contract',
    set({ typeName: '010000001', contractReference: undefined }),
  ),
  breaks(
    'BR-KSA-15',
    'business',
    'a blank day of supply',
    set({ supplyDate: '', supplyEndDate: undefined }),
    ['BR-KSA-F-01'],
  ),
  breaks('BR-KSA-35', 'business', 'an end of supply beside a blank start', set({ supplyDate: '' }), [
    'BR-KSA-15',
    'BR-KSA-F-01',
  ]),
  breaks('BR-KSA-36', 'business', 'supply ends before it begins', set({ supplyEndDate: '2024-02-29' })),
  breaks('BR-KSA-36', 'business', 'supply ends before the day of issue', set({ supplyDate: undefined })),
  breaks('BR-KSA-71', 'summary', 'a summary without a buyer', set({ buyer: undefined })),
  breaks('BR-KSA-71', 'summary', 'a summary for a blank name', buyer({ name: ' ' })),
  breaks('BR-KSA-72', 'summary', 'a summary without a day of supply', set({ supplyDate: undefined })),
  breaks('BR-KSA-72', 'summary', 'a summary without an end', set({ supplyEndDate: undefined })),
  breaks('BR-05', 'zeroRated', 'no currency', set({ currency: '' }), [
    'BR-CL-04',
    'BR-KSA-CL-01',
    'BR-KSA-CL-02',
  ]),
  breaks('BR-KSA-CL-02', 'consumer', 'amounts without a currency', set({ currency: '' }), [
    'BR-05',
    'BR-CL-04',
    'BR-KSA-CL-01',
  ]),
  breaks('BR-CL-03', 'dollars', 'a currency that is none', set({ currency: 'XYZ' }), [
    'BR-CL-04',
    'BR-KSA-CL-01',
  ]),
  breaks('BR-CL-04', 'dollars', 'a currency newer than the list', set({ currency: 'VES' }), [
    'BR-CL-03',
    'BR-KSA-CL-01',
  ]),
  breaks('BR-KSA-CL-01', 'dollars', 'a currency in small letters', set({ currency: 'usd' }), [
    'BR-CL-03',
    'BR-CL-04',
  ]),
  breaks('BR-KSA-87', 'dollars', 'no exchange rate in its place', set({ exchangeRate: '' })),
  breaks(
    'BR-KSA-90',
    'dollars',
    'an exchange rate of 15 characters',
    set({ exchangeRate: '3.7500000000000' }),
  ),
  breaks('BR-KSA-F-06-C2', 'consumer', 'a note of 1001 characters', set({ notes: ['ok', textOf(1001)] })),
  breaks('BR-KSA-F-06-C3', 'business', 'an order of 128 characters', set({ orderReference: textOf(128) })),
  breaks(
    'BR-KSA-F-06-C5',
    'business',
    'a contract of 128 characters',
    set({ contractReference: textOf(128) }),
  ),
  breaks('BR-CL-16', 'consumer', 'a way to pay that is none', payment({ code: '99' }), ['BR-KSA-16']),
  breaks('BR-KSA-16', 'consumer', 'a way to pay that only one list knows', payment({ code: '69' })),
  breaks('BR-KSA-F-06-C14', 'business', 'terms of 1001 characters', payment({ terms: textOf(1001) })),
  breaks('BR-KSA-F-06-C15', 'business', 'an account of 128 characters', payment({ account: textOf(128) })),
  breaks('BR-KSA-F-06-C14', 'business', 'terms at two payments', payAlso({ code: '10', terms: 'now' })),
  breaks(
    'BR-KSA-F-06-C15',
    'business',
    'an account at two payments',
    payAlso({ code: '42', account: 'SA1' }),
  ),
];
