import * as z from 'zod';
import { codedIssue, decimal, text } from '../fields.ts';
import { saleLimits } from './sale-limits.ts';
import { vatSchema } from './sale-line.ts';
import { units } from './units.ts';

/* Articles are the goods of a shop, maintained by its manager. */

export const articleLimits = {
  /** The longest name in characters in one language; both together fit into a line of a sale. */
  name: 200,
  code: 60,
  codes: 30,
  unitWord: 40,
  page: 50,
} as const;

/** Colours of tiles and groups, by name; the screens know their shades. */
export const colours = ['green', 'teal', 'blue', 'violet', 'pink', 'red', 'orange', 'brown', 'grey'] as const;

export const articleColumns = [
  'id',
  'nameAr',
  'nameEn',
  'name',
  'codes',
  'shortCode',
  'price',
  'unit',
  'group',
  'vat',
  'vatReason',
  'vatReasonText',
  'favourite',
  'active',
] as const;
export type ArticleColumn = (typeof articleColumns)[number];

const name = text(articleLimits.name).optional();
const names = { nameAr: name, nameEn: name };

const hasName = (named: { readonly nameAr?: unknown; readonly nameEn?: unknown }) =>
  named.nameAr !== undefined || named.nameEn !== undefined;
const nameMissing = { ...codedIssue('name-missing', 'must have a name in one language'), path: ['nameAr'] };

/** A price of one unit in riyals, VAT included. */
export const priceSchema = decimal(saleLimits.priceDecimals, 'notNegative');

const code = text(articleLimits.code);

export const articleFields = z.strictObject({
  ...names,
  /** Barcodes and codes of the shop's own, in any alphabet; each belongs to one article. */
  codes: z.array(code).max(articleLimits.codes).default([]),
  /** A short number or word to type at the till. */
  shortCode: code.optional(),
  /** The price from now on, or from `priceFrom` of the command; if omitted, it is entered at the till. */
  price: priceSchema.optional(),
  /** The VAT; if omitted, the group's or, if the group has none, the standard rate. */
  vat: vatSchema.optional(),
  unit: z.enum(units).default('PCE'),
  /** The word of the shop's own list for a unit that we do not know; such an article is sold by the piece. */
  unitWord: text(articleLimits.unitWord).optional(),
  group: z.uuid().optional(),
  favourite: z.boolean().default(false),
  colour: z.enum(colours).optional(),
});
export const articleFormSchema = articleFields.refine(hasName, nameMissing);
export type ArticleForm = z.output<typeof articleFormSchema>;

export const groupFormSchema = z
  .strictObject({
    ...names,
    colour: z.enum(colours).optional(),
    /** The VAT of articles that name none of their own. */
    vat: vatSchema.optional(),
  })
  .refine(hasName, nameMissing);
export type GroupForm = z.output<typeof groupFormSchema>;

interface Names {
  readonly nameAr?: string | undefined;
  readonly nameEn?: string | undefined;
}

/** Returns the name for a document: both languages if there are both. */
export const nameInDocument = ({ nameAr, nameEn }: Names): string =>
  [nameAr, nameEn].filter((each) => each !== undefined).join(' | ');

/** Returns the names within a text such as `قهوة | Coffee`: parts with Arabic letters, and the others. */
export function namesIn(text: string): { nameAr?: string; nameEn?: string } {
  const parts = text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isArabic = (part: string) => /\p{Script=Arabic}/u.test(part);
  const nameAr = cut(parts.filter(isArabic).join(' '));
  const nameEn = cut(parts.filter((part) => !isArabic(part)).join(' '));
  return { ...(nameAr !== '' && { nameAr }), ...(nameEn !== '' && { nameEn }) };
}

const cut = (name: string) => [...name].slice(0, articleLimits.name).join('').trim();
