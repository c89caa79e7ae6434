import { type ArticleForm, nameInDocument } from '../../shared/article.ts';
import { fail, type Issue } from '../../shared/failure.ts';
import type { Database } from '../ledger/database.ts';
import { searchText, searchWords } from '../ledger/search-words.ts';
import { codeKey } from './code-key.ts';
import { type ArticleRow, groupJoin, rowColumns } from './rows.ts';

/** The articles as rows; each call runs inside a transaction of its caller. */
export interface Articles {
  /** @throws FailureError `article-missing` */
  row(id: string): ArticleRow;
  /** Returns the row with this number, which exists. */
  rowAt(n: number): ArticleRow;
  /**
   * Writes an article except for its price.
   * @param known its revision as the writer saw it; left out where any may be changed
   * @returns the number of its row
   * @throws FailureError `article-missing`; `bad-input` when a code belongs to another article, or when somebody else
   * changed the article meanwhile
   */
  write(id: string, form: ArticleForm, isNew: boolean, known?: number): number;
  setActive(id: string, active: boolean): void;
  /** Lets an article be found under a further name. */
  addName(n: number, name: string): void;
  /** @throws FailureError `bad-input` when the code belongs to another article */
  addCode(n: number, code: string): void;
  /** Lets a search see the names and codes of an article as they are now. */
  reindex(n: number): void;
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
      `INSERT INTO article (id, name_ar, name_en, vat, unit, group_id, favourite, colour, sort_ar, sort_en)
       VALUES (:id, :nameAr, :nameEn, :vat, :unit, :group, :favourite, :colour, :sortAr, :sortEn)
       ON CONFLICT (id) DO UPDATE SET name_ar = :nameAr, name_en = :nameEn, vat = :vat, unit = :unit,
         group_id = :group, favourite = :favourite, colour = :colour, sort_ar = :sortAr, sort_en = :sortEn,
         revision = revision + 1
       RETURNING n`,
    )
    .pluck();
  const hasGroup = database.prepare<[string], number>('SELECT 1 FROM article_group WHERE id = ?').pluck();
  const setActive = database.prepare<[number, string]>(
    'UPDATE article SET active = ?, revision = revision + 1 WHERE id = ?',
  );
  const index = createTextIndex(database);

  const row = (id: string) => byId.get(id) ?? fail('article-missing');

  return {
    row,
    rowAt: (n) => byNumber.get(n) ?? fail('article-missing'),
    write(id, form, isNew, seen) {
      const known = isNew ? undefined : row(id);
      if (known !== undefined && seen !== undefined && known.revision !== seen)
        refuse({ path: ['revision'], code: 'changed-meanwhile', message: 'was changed meanwhile' });
      const { nameAr, nameEn, vat, group, colour } = form;
      if (group !== undefined && hasGroup.get(group) === undefined)
        refuse({ path: ['group'], code: 'group-missing', message: 'is unknown' });
      codes.check(known?.n, form);
      const n = upsert.get({
        id,
        nameAr: nameAr ?? null,
        nameEn: nameEn ?? null,
        vat: vat === undefined ? null : JSON.stringify(vat),
        unit: form.unit,
        group: group ?? null,
        favourite: form.favourite ? 1 : 0,
        colour: colour ?? null,
        sortAr: searchText(nameAr ?? nameEn ?? ''),
        sortEn: searchText(nameEn ?? nameAr ?? ''),
      }) as number;
      codes.write(n, form);
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
  const insert = database.prepare<[string, number, string, number]>(
    'INSERT INTO article_code (key, article, code, place) VALUES (?, ?, ?, ?)',
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
    write(n: number, { codes, shortCode }: ArticleForm): void {
      clear.run(n);
      if (shortCode !== undefined) insert.run(codeKey(shortCode), n, shortCode, 0);
      for (const [index, code] of codes.entries()) insert.run(codeKey(code), n, code, index + 1);
    },
    add(n: number, code: string): void {
      const issue = issueOf(n, code, ['codes']);
      if (issue !== undefined) refuse(issue);
      if (owner.get(codeKey(code)) === undefined)
        insert.run(codeKey(code), n, code, nextPlace.get(n) as number);
    },
  };
}

/** Names by which an article is recognized; a name merged into it stays when its own change. */
function createNames(database: Database) {
  const clear = database.prepare<[number]>('DELETE FROM article_name WHERE article = ? AND is_own = 1');
  const insert = database.prepare<[string, number, 0 | 1]>(
    'INSERT INTO article_name (folded, article, is_own) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  return {
    write(n: number, { nameAr, nameEn }: ArticleForm): void {
      clear.run(n);
      for (const name of [nameAr, nameEn, nameInDocument({ nameAr, nameEn })])
        if (name !== undefined && searchWords(name).length > 0) insert.run(searchText(name), n, 1);
    },
    add: (n: number, name: string): void => void insert.run(searchText(name), n, 0),
  };
}

/** The text in which a search looks: all names and codes. */
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
