import * as z from 'zod';
import { own, text } from './fields.ts';

/* The shop's own lines on a receipt. They stand beside the document and are no part of it. */

export const shopLimits = {
  lines: 6,
  line: 60,
  policy: 500,
  name: 40,
  /** Bytes of the logo's file. */
  logoBytes: 64 * 1024,
  /** Pixels: as wide as a roll of 80 mm at the usual 203 dots for each inch, with some to spare. */
  logoSide: 640,
} as const;

/** The riyal in front of an amount: its sign, or where a printer or reader lacks it, letters. */
export const riyalSigns = ['sign', 'arabic', 'latin'] as const;
export type RiyalSign = (typeof riyalSigns)[number];

/**
 * The parts that a shop may leave off its receipts, or put on them: nothing that an invoice must state. The value holds
 * where a shop has said nothing.
 */
export const shopParts = {
  logo: true,
  branch: true,
  till: true,
  cashier: true,
  itemCodes: false,
  lineVat: false,
  barcode: true,
  returnPolicy: true,
  thanks: true,
} as const;
export type ShopPart = keyof typeof shopParts;
export const shopPartNames = Object.keys(shopParts) as readonly ShopPart[];

/** Base64 takes four characters for three bytes. */
const logoCharacters = Math.ceil(shopLimits.logoBytes / 3) * 4;

const lines = z.array(text(shopLimits.line)).max(shopLimits.lines);

export const shopLinesSchema = z.strictObject({
  /** Under the seller's address. */
  header: lines,
  /** At the very end. */
  footer: lines,
  returnPolicy: text(shopLimits.policy).optional(),
  /** The names of branch and till, as the shop calls them. */
  branch: text(shopLimits.name).optional(),
  till: text(shopLimits.name).optional(),
  /** A PNG without transparency, Base64. */
  logo: z
    .base64()
    .refine((logo) => logo.length <= logoCharacters, own('logo', 'must be a PNG of at most 64 KB'))
    .optional(),
  riyalSign: z.enum(riyalSigns),
  /** The parts that are not as usual. */
  shows: z.partialRecord(z.enum(shopPartNames), z.boolean()).optional(),
});
export type ShopLines = z.infer<typeof shopLinesSchema>;

export const noShopLines: ShopLines = { header: [], footer: [], riyalSign: 'sign' };

/** Tells whether this part is on the receipt. */
export const showsPart = ({ shows }: ShopLines, part: ShopPart): boolean => shows?.[part] ?? shopParts[part];

/** Returns the lines without what is not shown. */
export function shownLines(shop: ShopLines): ShopLines {
  const kept = { ...shop };
  for (const part of ['logo', 'branch', 'till', 'returnPolicy'] as const)
    if (!showsPart(shop, part)) delete kept[part];
  return kept;
}
