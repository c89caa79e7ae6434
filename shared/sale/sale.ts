import * as z from 'zod';
import { withoutAbsent } from './absent-fields.ts';
import { checkFields } from './sale-checks.ts';
import { type customers, payableRounding, saleFields } from './sale-fields.ts';
import { adjustmentSchemas } from './sale-line.ts';

/*
 * A sale in the till's own terms, the first stage on the way to a document. The only tax term here is the VAT category;
 * main/document/invoice turns it into an invoice. Amounts are decimal texts in the sale's currency (`"12.50"`); a JSON number is
 * read as its shortest decimal text, so 12.5 is 12.50 exactly.
 */

export * from './party.ts';
export { type PaymentMeans, paymentMeans } from './payment-code.ts';
export { callersOwn, customers, type SaleKind, saleKinds } from './sale-fields.ts';
export * from './sale-limits.ts';
export * from './sale-line.ts';

/** The strict schema of a sale, without the leniency of `saleSchema`, for descriptions of the API. */
export const saleForm = saleFields.superRefine((sale, context) => {
  checkFields(sale, (path, code, message) =>
    context.addIssue({ code: 'custom', path, message, params: { code } }),
  );
});

const withoutEmptyFields = withoutAbsent(saleFields, new Set([...adjustmentSchemas, payableRounding]));

/**
 * The sale that tills send. Optional fields may be `null`, blank or empty, and discounts, charges and the rounding may
 * be 0: all these count as absent.
 */
export const saleSchema = z
  .transform((input: z.input<typeof saleFields>) => ofGift(ofCustomer(withoutEmptyFields(input) as Given)))
  .pipe(saleForm);

type Given = z.input<typeof saleFields>;

/** A buyer with a VAT number makes a sale that says no customer a business sale; a note is of its invoice's kind. */
function ofCustomer(input: Given): Given {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  if (input.customer !== undefined || input.corrects !== undefined) return input;
  return { ...input, customer: customerOf(input) };
}

/** Returns the customer of a sale that says none and whose invoice nobody knows. */
export const customerOf = ({ buyer }: Pick<Given, 'buyer'>): Customer =>
  buyer?.vatNumber === undefined ? 'consumer' : 'business';

/** Nothing is paid for a gift. */
function ofGift(input: Given): Given {
  const isGift = input?.special?.nominal === true && input.payments === undefined;
  return isGift ? { ...input, payments: [] } : input;
}

/** A sale in the form that a till writes (defaults may be omitted). */
export type SaleInput = z.input<typeof saleSchema>;
/** A sale that was checked and completed; only a note may say no customer, which is that of its invoice. */
export type Sale = z.output<typeof saleSchema>;
export type Customer = (typeof customers)[number];
export type SalePrepayment = NonNullable<Sale['prepayments']>[number];
