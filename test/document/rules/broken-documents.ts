import { brokenAdjustments } from './broken/adjustments.ts';
import { brokenFormats } from './broken/formats.ts';
import { brokenHeaders } from './broken/header.ts';
import { brokenLines } from './broken/lines.ts';
import { brokenBuyers, brokenSellers } from './broken/parties.ts';
import { brokenReferences } from './broken/references.ts';
import { brokenSums } from './broken/sums.ts';
import { brokenVat } from './broken/vat.ts';
import type { BrokenDocument } from './broken-document.ts';

/*
 * Documents that break one rule each. Many rules cannot be broken alone, because the same wrong value breaks others,
 * and a wrong amount breaks the sums that contain it. `also` lists those.
 */
export const brokenDocuments: readonly BrokenDocument[] = [
  ...brokenHeaders,
  ...brokenSellers,
  ...brokenBuyers,
  ...brokenLines,
  ...brokenAdjustments,
  ...brokenVat,
  ...brokenSums,
  ...brokenReferences,
  ...brokenFormats,
];
