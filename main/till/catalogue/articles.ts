import { fail, type Issue } from '../../../shared/failure.ts';
import { type ArticleForm, articleLimits, nameInDocument } from '../../../shared/sale/article.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { searchText, searchWords } from '../../books/ledger/database/search-words.ts';
import { codeKey } from './code-key.ts';
import { type ArticleRow, groupJoin, rowColumns } from './rows.ts';

/** The articles as rows; each call runs inside a transaction of its caller. */
export interface Articles {
  /** Returns the row with this id. @throws FailureError `article-missing` */
  row(id: string): ArticleRow;
  /** Returns the row with this number, which must exist. */
  rowAt(n: number): ArticleRow;
  /**
   * Writes an article except for its price.
   * @param options.revision that the writer saw; omitted to change any revision
   * @param options.keepsMerged true if codes from a merge stay even when the form does not have them
   * @returns the number of its row
   * @throws FailureError `article-missing`; `bad-input` when a code belongs to another article, or when somebody else
   * changed the article meanwhile
   */
  write(id: string, form: ArticleForm, options: WriteOptions): number;
  /** Returns the id of the article into which an article was merged; undefined for every other id. */
  givenUpInto(id: string): string | undefined;
  setActive(id: string, active: boolean): void;
  /** Lets an article be found under a further name. */
  addName(n: number, name: string): void;
  /** Adds a code to those of an article. @throws FailureError `bad-input` when the code belongs to another article */
  addCode(n: number, code: string): void;
  /** Makes a search find an article by its present names and codes. */
  reindex(n: number): void;
}

interface WriteOptions {
  readonly isNew: boolean;
  readonly revision?: number | undefined;
  readonly keepsMerged?: boolean | undefined;
}

interface CodeRow {
  readonly article: number;
  readonly nameAr: string | null;
  readonly nameEn: string | null;
}

export function createArticles(database: Database): Articles {
  const byId = database.prepare<[string], ArticleRow>(
    `SELECT ${rowColumns} FROM article ${groupJoin} WHERE article.id = ?`,
  );
  const byNumber = database.prepare<[number], ArticleRow>(
    `SELECT ${rowColumns} FROM article ${groupJoin} WHERE article.n = ?`,
  );
  const codes = createCodes(database);
  const names = createNames(database);
  const upsert = database
    .prepare<[object], number>(
      `INSERT INTO article (id, name_ar, name_en, vat, unit, unit_word, group_id, favourite, colour, sort_ar, sort_en)
       VALUES (:id, :nameAr, :nameEn, :vat, :unit, :unitWord, :group, :favourite, :colour, :sortAr, :sortEn)
       ON CONFLICT (id) DO UPDATE SET name_ar = :nameAr, name_en = :nameEn, vat = :vat, unit = :unit, unit_word = :unitWord,
         group_id = :group, favourite = :favourite, colour = :colour, sort_ar = :sortAr, sort_en = :sortEn,
         revision = revision + 1
       RETURNING n`,
    )
    .pluck();
  const hasGroup = database.prepare<[string], number>('SELECT 1 FROM article_group WHERE id = ?').pluck();
  const setActive = database.prepare<[number, string]>(
    'UPDATE article SET active = ?, revision = revision + 1 WHERE id = ?',
  );
  const givenUpInto = database
    .prepare<[string], string>(
      'SELECT article.id FROM merged_article JOIN article ON n = merged_article.article WHERE merged_article.id = ?',
    )
    .pluck();
  const index = createTextIndex(database);

  const row = (id: string) => byId.get(id) ?? fail('article-missing');

  return {
    row,
    rowAt: (n) => byNumber.get(n) ?? fail('article-missing'),
    givenUpInto: (id) => givenUpInto.get(id),
    write(id, form, { isNew, revision: seen, keepsMerged = false }) {
      const existing = isNew ? undefined : row(id);
      if (existing !== undefined && seen !== undefined && existing.revision !== seen)
        refuse({ path: ['revision'], code: 'changed-meanwhile', message: 'was changed meanwhile' });
      const { nameAr, nameEn, vat, group, colour } = form;
      if (group !== undefined && hasGroup.get(group) === undefined)
        refuse({ path: ['group'], code: 'group-missing', message: 'is unknown' });
      codes.check(existing?.n, form);
      const n = upsert.get({
        id,
        nameAr: nameAr ?? null,
        nameEn: nameEn ?? null,
        vat: vat === undefined ? null : JSON.stringify(vat),
        unit: form.unit,
        unitWord: form.unitWord ?? null,
        group: group ?? null,
        favourite: form.favourite ? 1 : 0,
        colour: colour ?? null,
        sortAr: searchText(nameAr ?? nameEn ?? ''),
        sortEn: searchText(nameEn ?? nameAr ?? ''),
      }) as number;
      codes.write(n, form, keepsMerged);
      names.write(n, form);
      index.write(n);
      return n;
    },
    setActive(id, active) {
      setActive.run(active ? 1 : 0, row(id).id);
    },
    addName(n, name) {
      names.add(n, name);
      index.write(n);
    },
    addCode(n, code) {
      codes.add(n, code);
      index.write(n);
    },
    reindex: (n) => index.write(n),
  };
}

const refuse = (...issues: Issue[]) => fail('bad-input', { issues });

function createCodes(database: Database) {
  const owner = database.prepare<[string], CodeRow>(
    `SELECT article, name_ar AS nameAr, name_en AS nameEn FROM article_code JOIN article ON n = article
     WHERE key = ?`,
  );
  const clear = database.prepare<[number]>('DELETE FROM article_code WHERE article = ?');
  const insert = database.prepare<[string, number, string, number, 0 | 1]>(
    'INSERT INTO article_code (key, article, code, place, is_merged) VALUES (?, ?, ?, ?, ?)',
  );
  const merged = database.prepare<[number], { key: string; code: string; place: number }>(
    'SELECT key, code, place FROM article_code WHERE article = ? AND is_merged = 1 ORDER BY place',
  );
  const nextPlace = database
    .prepare<[number], number>('SELECT coalesce(max(place), 0) + 1 FROM article_code WHERE article = ?')
    .pluck();

  function issueOf(n: number | undefined, code: string, path: Issue['path']): Issue | undefined {
    const key = codeKey(code);
    if (key === '') return { path, code: 'blank', message: 'must not be blank' };
    const other = owner.get(key);
    if (other === undefined || other.article === n) return undefined;
    const { nameAr, nameEn } = other;
    const value = nameInDocument({ nameAr: nameAr ?? undefined, nameEn: nameEn ?? undefined });
    return { path, code: 'code-taken', message: `belongs to ${value}`, params: { value } };
  }

  return {
    check(n: number | undefined, { codes, shortCode }: ArticleForm): void {
      const all = [
        ...codes.map((code, index) => ({ code, path: ['codes', index] })),
        ...(shortCode === undefined ? [] : [{ code: shortCode, path: ['shortCode'] }]),
      ];
      const seen = new Set<string>();
      const issues = all.flatMap(({ code, path }): Issue[] => {
        const isTwice = seen.has(codeKey(code));
        seen.add(codeKey(code));
        const issue = isTwice
          ? { path, code: 'code-twice', message: 'is there twice' }
          : issueOf(n, code, path);
        return issue === undefined ? [] : [issue];
      });
      if (issues.length > 0) refuse(...issues);
    },
    write(n: number, { codes, shortCode }: ArticleForm, keepsMerged: boolean): void {
      const kept = new Map(merged.all(n).map((each) => [each.key, each]));
      clear.run(n);
      const put = (code: string, place: number) => {
        const key = codeKey(code);
        insert.run(key, n, code, place, kept.delete(key) ? 1 : 0);
      };
      if (shortCode !== undefined) put(shortCode, 0);
      for (const [index, code] of codes.entries()) put(code, index + 1);
      if (!keepsMerged) return;
      const isFree = ({ place }: { readonly place: number }) => place === 0 && shortCode === undefined;
      if (codes.length + [...kept.values()].filter((each) => !isFree(each)).length > articleLimits.codes)
        refuse({
          path: ['codes'],
          code: 'codes-too-many',
          message: 'too many codes',
          params: { limit: articleLimits.codes },
        });
      for (const each of [...kept.values()]) put(each.code, isFree(each) ? 0 : (nextPlace.get(n) as number));
    },
    add(n: number, code: string): void {
      const issue = issueOf(n, code, ['codes']);
      if (issue !== undefined) refuse(issue);
      if (owner.get(codeKey(code)) === undefined)
        insert.run(codeKey(code), n, code, nextPlace.get(n) as number, 1);
    },
  };
}

/**
 * The names by which an article is recognized; a name that came from a merge stays when the article's own names change.
 */
function createNames(database: Database) {
  const clear = database.prepare<[number]>('DELETE FROM article_name WHERE article = ? AND is_merged = 0');
  const disown = database.prepare<[number]>('UPDATE article_name SET is_own = 0 WHERE article = ?');
  const insertOwn = database.prepare<[string, number]>(
    'INSERT INTO article_name (folded, article, is_own) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET is_own = 1',
  );
  const insertMerged = database.prepare<[string, number]>(
    `INSERT INTO article_name (folded, article, is_own, is_merged) VALUES (?, ?, 0, 1)
     ON CONFLICT DO UPDATE SET is_merged = 1`,
  );
  return {
    write(n: number, { nameAr, nameEn }: ArticleForm): void {
      clear.run(n);
      disown.run(n);
      for (const name of [nameAr, nameEn, nameInDocument({ nameAr, nameEn })])
        if (name !== undefined && searchWords(name).length > 0) insertOwn.run(searchText(name), n);
    },
    add: (n: number, name: string): void => void insertMerged.run(searchText(name), n),
  };
}

function createTextIndex(database: Database) {
  const texts = database
    .prepare<[number, number], string>(
      `SELECT folded FROM article_name WHERE article = ?
       UNION ALL SELECT code FROM article_code WHERE article = ?`,
    )
    .pluck();
  const clear = database.prepare<[number]>('DELETE FROM article_text WHERE rowid = ?');
  const insert = database.prepare<[number, string]>('INSERT INTO article_text (rowid, text) VALUES (?, ?)');
  return {
    write(n: number): void {
      clear.run(n);
      insert.run(n, searchText(texts.all(n, n).join(' ')));
    },
  };
}
