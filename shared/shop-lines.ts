import * as z from 'zod';
import { codedIssue, text } from './fields.ts';

/* The shop's own lines on a receipt. They are printed beside the document and are not part of it. */

export const shopLimits = {
  lines: 6,
  line: 60,
  policy: 500,
  name: 40,
  /** The bytes of the logo's file. */
  logoBytes: 64 * 1024,
  /** The pixels of the logo: the width of a roll of 80 mm at the usual 203 dots per inch, with some reserve. */
  logoSide: 640,
} as const;

/** The riyal in front of an amount: its sign, or letters if a printer or reader lacks the sign. */
export const riyalSigns = ['sign', 'arabic', 'latin'] as const;
export type RiyalSign = (typeof riyalSigns)[number];

/** The parts that a shop may show or hide on receipts; no invoice must state them. The value is the default. */
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

const linesOfLanguage = {
  /** The lines under the seller's address. */
  header: lines,
  /** The lines at the very end. */
  footer: lines,
  returnPolicy: text(shopLimits.policy).optional(),
  /** The names of branch and till in the shop. */
  branch: text(shopLimits.name).optional(),
  till: text(shopLimits.name).optional(),
};

export const shopLinesSchema = z.strictObject({
  ...linesOfLanguage,
  /** The lines in English, printed after the first ones; may be omitted. */
  english: z.strictObject(linesOfLanguage).optional(),
  /** The logo: a PNG without transparency, Base64. */
  logo: z
    .base64()
    .refine((logo) => logo.length <= logoCharacters, codedIssue('logo', 'must be a PNG of at most 64 KB'))
    .optional(),
  riyalSign: z.enum(riyalSigns),
  /** The parts whose visibility differs from the default. */
  shows: z.partialRecord(z.enum(shopPartNames), z.boolean()).optional(),
});
export type ShopLines = z.infer<typeof shopLinesSchema>;

export const noShopLines: ShopLines = { header: [], footer: [], riyalSign: 'sign' };

/** Returns true when this part is on the receipt. */
export const showsPart = ({ shows }: Pick<ShopLines, 'shows'>, part: ShopPart): boolean =>
  shows?.[part] ?? shopParts[part];

/** Returns the name of a branch or till in both languages, in the form of names in documents. */
export function shopName(shop: ShopLines, part: 'branch' | 'till'): string | undefined {
  const names = [shop[part], shop.english?.[part]].filter((name) => name !== undefined);
  return names.length === 0 ? undefined : names.join(' | ');
}

/** Returns the lines to print, in every language in which the shop wrote them, without hidden parts. */
export function shownLines(shop: ShopLines) {
  const { header, footer, returnPolicy, english, logo, riyalSign, shows } = shop;
  const shown = <T>(part: ShopPart, value: T) => (showsPart(shop, part) ? value : undefined);
  const policies = [returnPolicy, english?.returnPolicy].filter((policy) => policy !== undefined);
  return {
    header: [...header, ...(english?.header ?? [])],
    footer: [...footer, ...(english?.footer ?? [])],
    returnPolicy: shown('returnPolicy', policies) ?? [],
    branch: shown('branch', shopName(shop, 'branch')),
    till: shown('till', shopName(shop, 'till')),
    logo: shown('logo', logo),
    riyalSign,
    ...(shows && { shows }),
  };
}
export type ShownLines = Readonly<ReturnType<typeof shownLines>>;
