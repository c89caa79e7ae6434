import * as z from 'zod';
import { halalas } from '../../fields.ts';
import { buyerSchemes, saleSchema } from '../../sale/sale.ts';
import { standardRates } from '../../sale/vat.ts';
import { advancedSchema } from './advanced.ts';
import { exchangeSchema } from './exchange.ts';
import { paymentSchema } from './payment.ts';

/* The basket in the form: every field is a text, valid or not. */

const lineSchema = z.object({
  /** The key of the line for its whole life, so that fields keep their focus when lines above are removed. */
  key: z.string(),
  name: z.string(),
  quantity: z.string(),
  price: z.string(),
  /** The code of the reason why no VAT is charged; '' for standard VAT. */
  exemption: z.string(),
  exemptionText: z.string(),
  rate: z.enum(standardRates),
  discount: z.object({ kind: z.enum(['amount', 'percent']), value: z.string() }).optional(),
  barcode: z.string().optional(),
  /** The list's price when the article was taken, or when a person last saw that it changed. */
  listed: z.string().optional(),
  /** The unit of the article; if omitted, pieces. */
  unit: z.string().optional(),
  /** The index of the line in the rejected sale, from 0; only in a correction. */
  origin: z.int().optional(),
});
export type DraftLine = Readonly<z.infer<typeof lineSchema>>;

const buyerSchema = z.object({
  name: z.string(),
  idKind: z.enum(['vatNumber', ...buyerSchemes]),
  id: z.string(),
  registration: z.string(),
  /** The country of a buyer abroad, ISO 3166-1. */
  country: z.string(),
  street: z.string(),
  building: z.string(),
  district: z.string(),
  city: z.string(),
  postalCode: z.string(),
});
export type DraftBuyer = Readonly<z.infer<typeof buyerSchema>>;

export const draftSchema = z.object({
  /** The id of this basket until it is issued, so that a retry never issues it twice. */
  saleId: z.uuid(),
  customer: z.enum(['consumer', 'business']),
  lines: z.array(lineSchema).min(1),
  discount: z.object({ kind: z.enum(['amount', 'percent']), value: z.string() }),
  payment: paymentSchema,
  buyer: buyerSchema,
  advanced: advancedSchema,
  /** The rejected document that this one replaces, with its sale. */
  correction: z.object({ uuid: z.uuid(), number: z.string(), payable: halalas, sale: saleSchema }).optional(),
  exchange: exchangeSchema.optional(),
  openAmount: z.string().optional(),
});
export type Draft = Readonly<z.infer<typeof draftSchema>>;
