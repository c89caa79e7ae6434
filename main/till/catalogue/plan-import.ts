import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Article, ImportPreview } from '../../../shared/contract/till/articles.ts';
import { FailureError, parseOrFail } from '../../../shared/failure.ts';
import {
  type ArticleColumn,
  type ArticleForm,
  articleColumns,
  articleFormSchema,
  nameInDocument,
  namesIn,
} from '../../../shared/sale/article.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { searchText } from '../../books/ledger/database/search-words.ts';
import type { Catalogue } from './catalogue.ts';
import { codeKey } from './code-key.ts';
import type { Step } from './import-progress.ts';
import type { ReadRow, RowFields } from './read-row.ts';

/** The changes that an import would make, row by row; nothing is written yet. */
export interface ImportPlan {
  readonly rows: readonly PlannedRow[];
  /** Groups that the import would make, by their folded names. */
  readonly groups: ReadonlyMap<string, { readonly id: string; readonly name: string }>;
  readonly faults: readonly PlanFault[];
}

export interface PlannedRow {
  readonly number: number;
  readonly kind: 'added' | 'changed' | 'unchanged';
  readonly id: string;
  readonly article: ArticleForm;
  readonly stated: RowFields;
  /** False if the file withdraws the article; undefined if the row says nothing about it. */
  readonly active: boolean | undefined;
  readonly before: Article | undefined;
}

export type PlanFault = ImportPreview['faults'][number];

interface Owner {
  readonly id: string;
  readonly nameAr: string | null;
  readonly nameEn: string | null;
}

type RowRefusal = Omit<PlanFault, 'row'>;

/**
 * Finds the article of each row, by its id, its codes or its name, and the changes that the row makes. A blank cell
 * changes nothing, and codes are added, never removed, since a file need not have all facts of an article.
 */
export function planImport(
  database: Database,
  catalogue: Pick<Catalogue, 'get' | 'groups'>,
  rows: readonly ReadRow[],
  step: Step,
): ImportPlan {
  const articles = createFinder(database);
  const groups = createGroupNames(catalogue);
  const faults: PlanFault[] = [];
  const planned: PlannedRow[] = [];
  for (const row of rows) {
    step();
    const refusals = row.faults.map(noticeOf);
    const found = refusals.length > 0 ? { refusals } : articles.find(row);
    const before = 'id' in found && found.isKnown ? catalogue.get(found.id) : undefined;
    const plan = 'id' in found ? planRow(row, { id: found.id, before, groups }) : found;
    if ('refusals' in plan) faults.push(...plan.refusals.map((refusal) => ({ row: row.number, ...refusal })));
    else planned.push(plan);
  }
  return { rows: planned, groups: groups.added, faults };
}

/** Returns a fault or warning of a row as a preview has it. */
export const noticeOf = ({ column, code, value }: ReadRow['faults'][number]): RowRefusal => ({
  ...(column && { column }),
  code,
  ...(value !== undefined && { params: { value } }),
});

type Found =
  | { readonly id: string; readonly isKnown: boolean }
  | { readonly refusals: readonly RowRefusal[] };

/** Finds the article of a row; each article and each code may occur once in a file. */
function createFinder(database: Database) {
  const ownerOf = database.prepare<[string], Owner>(
    `SELECT id, name_ar AS nameAr, name_en AS nameEn FROM article_code JOIN article ON n = article WHERE key = ?`,
  );
  const named = database
    .prepare<[string], string>(
      `SELECT id FROM article_name JOIN article ON n = article WHERE folded = ? AND is_own = 1 LIMIT 2`,
    )
    .pluck();
  const isThere = database.prepare<[string], number>('SELECT 1 FROM article WHERE id = ?').pluck();
  /** The number of the row that has each article, and each code. */
  const rowOf = new Map<string, number>();

  const refusing = (refusal: RowRefusal): Found => ({ refusals: [refusal] });
  /** Notes that a row has a code or an article; returns the row that had it before. */
  const note = (what: string, number: number) => {
    const before = rowOf.get(what);
    if (before === undefined) rowOf.set(what, number);
    return before;
  };

  function identify(fields: RowFields): Found {
    const made = (id: string | undefined): Found => ({ id: id ?? randomUUID(), isKnown: id !== undefined });
    if (fields.id !== undefined)
      return isThere.get(fields.id) === undefined
        ? refusing({ column: 'id', code: 'article-unknown' })
        : made(fields.id);
    const codes = codesOf(fields);
    const owners = new Set(codes.flatMap((code) => ownerOf.get(codeKey(code))?.id ?? []));
    if (owners.size > 1) return refusing({ column: 'codes', code: 'codes-of-several' });
    if (codes.length > 0) return made([...owners][0]);
    const names = [fields.nameAr, fields.nameEn].filter((name) => name !== undefined);
    const ids = new Set(names.flatMap((name) => named.all(searchText(name))));
    return ids.size > 1 ? refusing({ column: 'name', code: 'name-ambiguous' }) : made([...ids][0]);
  }

  return {
    find({ number, fields }: ReadRow): Found {
      const found = identify(fields);
      if ('refusals' in found) return found;
      for (const code of codesOf(fields)) {
        const twice = note(`code ${codeKey(code)}`, number);
        if (twice !== undefined && twice !== number)
          return refusing({ column: 'codes', code: 'row-twice', params: { value: twice } });
        const owner = ownerOf.get(codeKey(code));
        if (owner !== undefined && owner.id !== found.id)
          return refusing({ column: 'codes', code: 'code-taken', params: { value: nameOf(owner) } });
      }
      const names = searchText(`${fields.nameAr ?? ''} ${fields.nameEn ?? ''}`);
      const isByName = !found.isKnown && codesOf(fields).length === 0;
      const twice = note(isByName ? `name ${names}` : `id ${found.id}`, number);
      return twice === undefined ? found : refusing({ code: 'row-twice', params: { value: twice } });
    },
  };
}

function planRow(
  { number, fields }: ReadRow,
  { id, before, groups }: { id: string; before: Article | undefined; groups: GroupNames },
): PlannedRow | { readonly refusals: readonly RowRefusal[] } {
  try {
    const article = parseOrFail(articleFormSchema, mergeFields(before, fields, groups));
    const isSame =
      before !== undefined &&
      (fields.active ?? before.active) === before.active &&
      isDeepStrictEqual(article, articleFormSchema.parse(formOf(before)));
    const kind = before === undefined ? 'added' : isSame ? 'unchanged' : 'changed';
    return { number, kind, id, article, stated: fields, active: fields.active, before };
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return {
      refusals: (error.failure.issues ?? []).map(({ path, code, params }) => {
        const column = articleColumns.find((name) => path.includes(name));
        return { ...(column && { column: columnOf(column, path) }), code, ...(params && { params }) };
      }),
    };
  }
}

const codesOf = ({ codes = [], shortCode }: RowFields) => [
  ...codes,
  ...(shortCode === undefined ? [] : [shortCode]),
];

const nameOf = ({ nameAr, nameEn }: Owner) =>
  nameInDocument({ nameAr: nameAr ?? undefined, nameEn: nameEn ?? undefined });

function columnOf(column: ArticleColumn, path: readonly (string | number)[]): ArticleColumn {
  if (column !== 'vat') return column;
  if (path.includes('reasonText')) return 'vatReasonText';
  return path.includes('reason') ? 'vatReason' : 'vat';
}

type FormInput = Parameters<typeof articleFormSchema.parse>[0];

function formOf({ id: _, next: __, soldWith: ___, active: ____, revision: _____, ...form }: Article) {
  return form;
}

function mergeFields(before: Article | undefined, fields: RowFields, groups: GroupNames): FormInput {
  const { id: _, active: __, group, codes = [], unitWord, ...stated } = fields;
  const { unitWord: keptWord, ...kept }: Partial<ArticleForm> = before === undefined ? {} : formOf(before);
  // A unit of ours takes the place of a word; a word does not make pieces of what is sold by weight.
  const isCounted = (kept.unit ?? 'PCE') === 'PCE';
  const word = stated.unit === undefined ? ((isCounted ? unitWord : undefined) ?? keptWord) : undefined;
  const knownCodes = new Set(kept.codes?.map(codeKey));
  const short = kept.shortCode === undefined ? [] : [codeKey(kept.shortCode)];
  const fresh = codes.filter((code) => !knownCodes.has(codeKey(code)) && !short.includes(codeKey(code)));
  return {
    ...kept,
    ...stated,
    ...(word !== undefined && { unitWord: word }),
    codes: [...(kept.codes ?? []), ...fresh],
    ...(group !== undefined && { group: groups.idOf(group) }),
  };
}

function createGroupNames(catalogue: Pick<Catalogue, 'groups'>) {
  const idsByName = new Map(
    catalogue
      .groups()
      .flatMap(({ id, nameAr, nameEn }) =>
        [nameAr, nameEn, nameInDocument({ nameAr, nameEn })].flatMap((name) =>
          name === undefined ? [] : [[searchText(name), id] as const],
        ),
      ),
  );
  const added = new Map<string, { id: string; name: string }>();
  return {
    added,
    /** Returns the id of the group with this name; for a group that does not exist yet, a new id. */
    idOf(name: string): string {
      const key = searchText(name);
      const before = idsByName.get(key);
      if (before !== undefined) return before;
      const id = randomUUID();
      added.set(key, { id, name });
      // Further rows may name the group in only one language.
      for (const spelling of [name, ...Object.values(namesIn(name))]) idsByName.set(searchText(spelling), id);
      return id;
    },
  };
}

type GroupNames = ReturnType<typeof createGroupNames>;
