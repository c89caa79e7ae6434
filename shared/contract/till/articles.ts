import * as z from 'zod';
import { day, instant } from '../../fields.ts';
import {
  articleColumns,
  articleFormSchema,
  articleLimits,
  colours,
  groupFormSchema,
  priceSchema,
} from '../../sale/article.ts';
import { labelRulesSchema } from '../../sale/article-label.ts';
import { importChoices } from '../../sale/import-choices.ts';
import { vatSchema } from '../../sale/sale-line.ts';
import { units, weightUnits } from '../../sale/units.ts';
import { command } from '../command.ts';
import { printedSchema } from './receipts.ts';
import { exportFormatSchema, exportSchema, faultParams, faultsOf, fileTextSchema } from './table-files.ts';

const names = { nameAr: z.string().optional(), nameEn: z.string().optional() };

export const articleSchema = z.object({
  id: z.uuid(),
  ...names,
  codes: z.array(z.string()),
  shortCode: z.string().optional(),
  /** The price in force; if omitted, it is entered at the till. */
  price: z.string().optional(),
  next: z.object({ price: z.string().optional(), from: instant }).optional(),
  /** The article's own VAT; if omitted, the group's. */
  vat: vatSchema.optional(),
  soldWith: vatSchema,
  unit: z.enum(units),
  /** The shop's own word for its unit. */
  unitWord: z.string().optional(),
  group: z.uuid().optional(),
  favourite: z.boolean(),
  colour: z.enum(colours).optional(),
  /** False for a withdrawn article, which the till does not find. */
  active: z.boolean(),
  /** A number that increases with every change. */
  revision: z.int().positive(),
});
export type Article = z.output<typeof articleSchema>;

export const groupSchema = z.object({
  id: z.uuid(),
  ...names,
  colour: z.enum(colours).optional(),
  vat: vatSchema.optional(),
  /** The number of its articles, withdrawn ones included. */
  articles: z.int().nonnegative(),
});
export type ArticleGroup = z.output<typeof groupSchema>;

const groupsAnswer = z.object({ groups: z.array(groupSchema) });

export const priceChangeSchema = z.object({
  id: z.int(),
  /** The previous price; if omitted, the price was entered at the till. */
  before: z.string().optional(),
  price: z.string().optional(),
  from: instant,
  at: instant,
  actor: z.string(),
  /** The name of another article that had this price, before the two were merged. */
  wasOf: z.string().optional(),
  /** The state of the price; one that is `coming` can still be removed. */
  state: z.enum(['past', 'now', 'coming', 'dropped']),
});
export type PriceChange = z.output<typeof priceChangeSchema>;

export const proposalSchema = z.object({
  key: z.string(),
  name: z.string(),
  ...names,
  barcode: z.string().optional(),
  price: z.string(),
  vat: vatSchema,
  sold: z.int().positive(),
});
export type Proposal = z.output<typeof proposalSchema>;

/** The rows of a file that have the same fault, or the same reason to look at them. */
const noticeSchema = z.object({
  column: z.enum(articleColumns).optional(),
  code: z.string(),
  params: faultParams.optional(),
  /** The word that all its rows have; omitted if they have the kind alone in common. */
  word: z.string().optional(),
  /** Some of the values that its rows have. */
  values: z.array(z.string()),
  count: z.int().positive(),
  /** The first of its rows. */
  rows: z.array(z.int()),
});
export type ImportNotice = z.output<typeof noticeSchema>;

/** The changes that an import would make. Rows are numbered as in a spreadsheet. */
export const importPreviewSchema = z.object({
  /** The id of the import, for `article.import`. */
  import: z.uuid(),
  rows: z.int().nonnegative(),
  added: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  unchanged: z.int().nonnegative(),
  /** The number of rows with faults, which an import leaves out. */
  refused: z.int().nonnegative(),
  groups: z.array(z.string()),
  /** The columns that may be the price, if there are several: one must be chosen before the import. */
  priceColumns: z.array(
    z.object({ at: z.int().nonnegative(), heading: z.string(), examples: z.array(z.string()) }),
  ),
  unread: z.array(z.string()),
  ...faultsOf(articleColumns),
  /** The faults by kind, and what an import does although it may be a mistake; most rows first. */
  faultGroups: z.array(noticeSchema),
  warnings: z.array(noticeSchema),
  sample: z.array(
    z.object({
      row: z.int(),
      kind: z.enum(['added', 'changed']),
      name: z.string(),
      codes: z.array(z.string()),
      price: z.string().optional(),
      before: z.string().optional(),
    }),
  ),
});
export type ImportPreview = z.output<typeof importPreviewSchema>;

/** The papers of labels: that of receipts, or sheets. */
export const labelPapers = ['receipt', 'a4'] as const;
export type LabelPaper = (typeof labelPapers)[number];

const labelsAnswer = z.object({ rules: labelRulesSchema });

const start = z.int().nonnegative().max(10_000_000).default(0);
const proposalsAnswer = z.object({ proposals: z.array(proposalSchema), total: z.int().nonnegative() });
const proposalKey = z.string().min(1).max(4000);

/**
 * The list of articles, one for all environments of the terminal. Cashiers read it, managers write it. Every command
 * fails with `articles-broken` while the list cannot be opened; sales go on without it.
 */
export const articles = {
  /** Returns one page of the list. If a text is an article's code, only that article is found. */
  'article.list': command({
    role: 'cashier',
    input: z.strictObject({
      text: z.string().max(200).default(''),
      show: z.enum(['active', 'withdrawn', 'favourites']).default('active'),
      group: z.uuid().optional(),
      /** The language by whose names the list is ordered. */
      language: z.enum(['ar', 'en']),
      /** The number of articles before the page. */
      start,
    }),
    output: z.object({
      articles: z.array(articleSchema).max(articleLimits.page),
      total: z.int().nonnegative(),
      /** The name of a damaged list that was set aside, until a manager acknowledges it. */
      setAside: z.string().optional(),
    }),
  }),
  'article.get': command({ role: 'cashier', input: z.strictObject({ id: z.uuid() }), output: articleSchema }),
  /**
   * Adds an article, or changes the one with that id. `priceFrom`: a day from today on, in Riyadh. Fails with
   * `bad-input` (`changed-meanwhile`) if the article no longer has the given revision.
   */
  'article.save': command({
    role: 'manager',
    input: z.strictObject({
      id: z.uuid().optional(),
      revision: z.int().positive().optional(),
      article: articleFormSchema,
      /**
       * The price that was shown before the change, '' for none. If it is sent back unchanged, a price that has begun
       * since stays in force.
       */
      priceSeen: z.string().max(100).optional(),
      priceFrom: day.optional(),
    }),
    output: articleSchema,
  }),
  'article.setActive': command({
    role: 'manager',
    input: z.strictObject({ id: z.uuid(), active: z.boolean() }),
    output: articleSchema,
  }),
  /** Returns every price that the article had or will have, newest first. */
  'article.prices': command({
    role: 'manager',
    input: z.strictObject({ id: z.uuid() }),
    output: z.object({ changes: z.array(priceChangeSchema) }),
  }),
  /** Removes a price that is not in force yet. */
  'article.dropPrice': command({ role: 'manager', input: z.strictObject({ change: z.int() }) }),
  'article.acknowledge': command({ role: 'manager' }),
  'article.groups': command({ role: 'cashier', output: groupsAnswer }),
  /** Adds a group, or changes the one with that id. `place`: its index in the list. */
  'article.saveGroup': command({
    role: 'manager',
    input: z.strictObject({
      id: z.uuid().optional(),
      group: groupFormSchema,
      place: z.int().nonnegative().optional(),
    }),
    output: groupsAnswer,
  }),
  /** Fails for a group that has articles: their VAT may come from it. */
  'article.removeGroup': command({
    role: 'manager',
    input: z.strictObject({ id: z.uuid() }),
    output: groupsAnswer,
  }),
  /** Returns names and codes from sales in the environment on the screen that no article has, most sold first. */
  'article.proposals': command({
    role: 'manager',
    input: z.strictObject({ start }),
    output: proposalsAnswer,
  }),
  /** Makes an article of a proposal, as the manager completed it. */
  'article.take': command({
    role: 'manager',
    input: z.strictObject({ key: proposalKey, article: articleFormSchema }),
    output: articleSchema,
  }),
  /** Gives an article the name and code of a proposal; `price` also takes its price. */
  'article.merge': command({
    role: 'manager',
    input: z.strictObject({ key: proposalKey, id: z.uuid(), price: priceSchema.optional() }),
    output: articleSchema,
  }),
  /**
   * Merges two articles: the codes, names and past prices of `id` move to `into`, and reports add up both as one. Fails
   * with `bad-input` if unit or VAT differ, or if the one that stays is withdrawn and the other is not.
   */
  'article.combine': command({
    role: 'manager',
    input: z.strictObject({
      id: z.uuid(),
      revision: z.int().positive().optional(),
      into: z.uuid(),
      intoRevision: z.int().positive().optional(),
    }),
    output: articleSchema,
  }),
  'article.dismiss': command({ role: 'manager', input: z.strictObject({ key: proposalKey }) }),
  /**
   * Reads a CSV or XLSX file and reports the effect of importing it, without writing anything. `priceFrom`: the day of
   * its prices, today by default. `bad-input` for a file that cannot be read at all.
   */
  'article.previewImport': command({
    role: 'manager',
    input: z.strictObject({ base64: fileTextSchema, priceFrom: day.optional() }),
    output: importPreviewSchema,
  }),
  /**
   * Reports the effect of importing everything that was sold in the environment on the screen and that no article has.
   */
  'article.previewSold': command({ role: 'manager', output: importPreviewSchema }),
  /** Decides for all rows of the last preview that have this fault or warning, and returns the new preview. */
  'article.decideImport': command({
    role: 'manager',
    input: z.strictObject({
      import: z.uuid(),
      column: z.enum(articleColumns).optional(),
      code: z.string().max(100),
      word: z.string().max(200).optional(),
      choice: z.enum(importChoices),
    }),
    output: importPreviewSchema,
  }),
  /** Chooses the column of the prices, by its index, and returns the new preview. */
  'article.choosePrices': command({
    role: 'manager',
    input: z.strictObject({ import: z.uuid(), at: z.int().nonnegative() }),
    output: importPreviewSchema,
  }),
  /**
   * Imports the rows of the last preview that have no faults, all of them or nothing. Fails with `bad-input` when one of
   * them has become faulty since.
   */
  'article.import': command({
    role: 'manager',
    input: z.strictObject({ import: z.uuid() }),
    output: z.object({
      added: z.int().nonnegative(),
      changed: z.int().nonnegative(),
      refused: z.int().nonnegative(),
    }),
  }),
  /** Returns how many rows of a preview or import are done. */
  'article.importProgress': command({
    role: 'manager',
    output: z.object({ done: z.int().nonnegative(), of: z.int().nonnegative() }),
  }),
  /** Ends the preview or import that is under way: it fails with `bad-input`, and nothing of it is written. */
  'article.stopImport': command({ role: 'manager' }),
  /** Returns the rows with faults as they are in the file, each with its reasons, as an XLSX file; also after the import. */
  'article.refusedRows': command({
    role: 'manager',
    input: z.strictObject({ import: z.uuid(), language: z.enum(['ar', 'en']) }),
    output: exportSchema,
  }),
  /** Returns an XLSX file with the headings of an import, and a sheet that explains them. */
  'article.template': command({
    role: 'manager',
    input: z.strictObject({ language: z.enum(['ar', 'en']) }),
    output: exportSchema,
  }),
  /** Returns every article, withdrawn ones included, as a file that an import can read back. */
  'article.export': command({
    role: 'manager',
    input: exportFormatSchema,
    output: exportSchema,
  }),
  /**
   * Prints labels with both names, the price and the barcode: on the paper of the receipt printer, or in a grid on A4.
   * Fails as `receipt.print` does.
   */
  'article.printLabels': command({
    role: 'manager',
    input: z.strictObject({
      labels: z
        .array(z.strictObject({ id: z.uuid(), copies: z.int().min(1).max(240) }))
        .min(1)
        .max(50),
      paper: z.enum(labelPapers),
    }),
    output: printedSchema,
  }),
  /** Returns the rules of the shop for in-store labels; none until it sets one. */
  'article.labels': command({ role: 'manager', output: labelsAnswer }),
  'article.setLabels': command({
    role: 'manager',
    input: z.strictObject({ rules: labelRulesSchema }),
    output: labelsAnswer,
  }),
  /** Reads a label by rules that need not be saved yet; without `kind`, no rule matches the code. */
  'article.tryLabel': command({
    role: 'manager',
    input: z.strictObject({ rules: labelRulesSchema, code: z.string().max(100) }),
    output: z.object({
      kind: z.enum(['weight', 'price']).optional(),
      digits: z.string().optional(),
      value: z.string().optional(),
      /** The unit of a weight as the scale printed it. */
      unit: z.enum(weightUnits).optional(),
      /** The article; omitted if none has these digits as a code. */
      article: articleSchema.optional(),
    }),
  }),
};
