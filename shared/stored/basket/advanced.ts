import * as z from 'zod';
import { saleKinds } from '../../sale/sale.ts';
import { vatCategories } from '../../sale/vat.ts';
import type { documentTexts } from '../../words/document-texts.ts';

/*
 * The advanced part of a basket, for managers: the kind of document, and extras to switch on. The text typed for an
 * extra stays when it is switched off, but is not part of the sale.
 */

export const extras = [
  'export',
  'summary',
  'nominal',
  'thirdParty',
  'selfBilled',
  'supplyDate',
  'currency',
  'netPrices',
  'charge',
  'advance',
  'notes',
  'rounding',
] as const;
export type Extra = (typeof extras)[number];

/** The charges that a shop makes, by their codes of UNTDID 7161; the document names them in both languages. */
export const chargeCodes = [
  'DL',
  'PC',
  'FC',
  'ABK',
] as const satisfies readonly (keyof typeof documentTexts.charges)[];

/** A deducted prepayment invoice, as found in the ledger. */
const advanceSchema = z.object({
  number: z.string(),
  /** The UUID; '' when only its number is known. */
  uuid: z.string(),
  issueDate: z.string(),
  issueTime: z.string(),
  payable: z.int(),
  amounts: z.array(
    z.object({
      vat: z.object({
        category: z.enum(vatCategories),
        rate: z.string(),
        reason: z.string().optional(),
        reasonText: z.string().optional(),
      }),
      amount: z.string(),
      vatAmount: z.string().optional(),
    }),
  ),
});
export type Advance = Readonly<z.infer<typeof advanceSchema>>;

const textFields = {
  correctsNumber: z.string(),
  correctsDate: z.string(),
  reason: z.string(),
  supplyDate: z.string(),
  supplyEndDate: z.string(),
  currency: z.string(),
  exchangeRate: z.string(),
  charge: z.string(),
  chargeReason: z.string(),
  note: z.string(),
  instruction: z.string(),
  terms: z.string(),
  orderReference: z.string(),
  contractReference: z.string(),
  rounding: z.string(),
};
export type AdvancedField = keyof typeof textFields;

export const advancedSchema = z.object({
  kind: z.enum(saleKinds),
  on: z.array(z.enum(extras)),
  chargeKind: z.enum(['amount', 'percent']),
  chargeCode: z.enum(chargeCodes),
  advances: z.array(advanceSchema),
  ...textFields,
});
export type DraftAdvanced = Readonly<z.infer<typeof advancedSchema>>;
