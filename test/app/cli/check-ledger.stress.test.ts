import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { openGuardedCatalogue } from '../../../main/till/catalogue/open-catalogue.ts';
import { articleFormSchema } from '../../../shared/sale/article.ts';
import { khatm, newFolder } from '../../support/khatm.ts';
import { changeBody } from '../../support/read-bodies.ts';
import { tamper } from '../../support/tamper.ts';

/* Tests `khatm ledger check`, `backup` and `restore` on a terminal that has made two sales. */

let sold: string;
beforeAll(async () => {
  sold = path.join(newFolder('check'), 'data');
  const sale = path.join(path.dirname(sold), 'sale.json');
  writeFileSync(sale, JSON.stringify({ lines: [{ name: 'قهوة', quantity: 1, unitPrice: '11.50' }] }));
  expect(await khatm('issue', '--data', sold, '--no-wait', sale, sale)).toMatchObject({ code: 0 });
});

/** Copies the terminal, so that a test can damage it. */
function copy(): string {
  const data = path.join(newFolder('check'), 'data');
  cpSync(sold, data, { recursive: true });
  return data;
}

/** Returns every file below the folder, with its content. */
const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => path.join(each.parentPath, each.name))
    .toSorted()
    .map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]);

const check = (data: string, ...more: string[]) => khatm('ledger', 'check', '--data', data, ...more);
const ledgerOf = (data: string) => path.join(data, 'training', 'ledger.db');

/** Removes the last document with every trace of it in the file, which the program cannot do. */
function cutEnd(data: string): void {
  const tables = ['submission_event', 'status_change', 'submission', 'payment', 'body', 'document'];
  tamper(
    ledgerOf(data),
    `DELETE FROM audit WHERE id >= (
       SELECT id FROM audit WHERE action = 'document-issued' AND detail ->> '$.icv' = 2)`,
    ...tables.map((table) => `DELETE FROM ${table} WHERE icv = 2`),
    'UPDATE submission_count AS c SET count = (SELECT count(*) FROM submission AS s WHERE s.state = c.state)',
  );
}

describe('ledger check', () => {
  test('says that the end is there, and who knows, and writes nothing', async () => {
    const data = copy();
    const before = contents(data);
    const run = await check(data);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('chain whole: 2 documents');
    expect(run.stdout).toContain('end whole: nothing newer is known to the note beside it, the vault');
    expect(contents(data)).toEqual(before);
  });

  test('proves with --all what the documents add up to, too', async () => {
    const data = copy();
    expect(await khatm('ledger', 'takings', '--data', data)).toMatchObject({ code: 0 });
    const whole = await check(data, '--all');
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    expect(whole.stdout).toContain('all fits: the lines of 2 documents');
    const ledger = new BetterSqlite3(ledgerOf(data));
    ledger.exec(`UPDATE takings SET amount = amount + 1 WHERE dimension = 'received'`);
    ledger.close();
    expect(await check(data)).toMatchObject({ code: 0 });
    const json = await check(data, '--all', '--json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ findings: [{ what: 'takings-differ', number: 1 }] });
  });

  test('misses an end that was cut off, by any one of those who know', async () => {
    const data = copy();
    cutEnd(data);
    const run = await check(data);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('chain whole: 1 documents');
    expect(run.stdout).toContain('end missing: it ends at document 1; the note beside it knows document 2');
    rmSync(path.join(data, 'training', 'ledger.head'));
    const json = await check(data, '--json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      chain: { documents: 1 },
      end: { state: 'cut', by: ['vault'], icv: 1, knownIcv: 2 },
    });
    rmSync(path.join(data, 'training', 'vault.json'));
    const unknown = await check(data);
    expect(unknown).toMatchObject({ code: 0 });
    expect(unknown.stdout).toContain('end not checked');
  });

  test('makes nothing where there is nothing', async () => {
    const data = newFolder('empty');
    expect((await check(data)).code).toBe(2);
    expect(readdirSync(data)).toEqual([]);
    expect((await check(path.join(data, 'none'))).code).toBe(2);
    expect(existsSync(path.join(data, 'none'))).toBe(false);
  });
});

describe('audit', () => {
  const audit = (...args: string[]) => khatm('audit', ...args);
  test('check proves the log, its documents and reports, in a folder and in a backup, and writes nothing', async () => {
    const data = copy();
    const before = contents(data);
    const run = await audit('check', '--data', data);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('documents with their line: 2');
    expect(contents(data)).toEqual(before);
    const backups = newFolder('backups');
    await khatm('backup', '--data', data, '--to', backups);
    const name = readdirSync(backups).find((each) => each.endsWith('.khatm')) ?? '';
    const whole = await audit('check', '--backup', path.join(backups, name), '--json');
    expect(whole.code).toBe(0);
    expect(JSON.parse(whole.stdout)).toMatchObject({ environment: 'training', documents: 2, findings: [] });
    expect((await audit('check', '--data', data, '--backup', 'x')).code).toBe(2);
    expect((await audit('check', '--backup', path.join(backups, 'none'))).code).toBe(2);
  });

  test.each([
    [
      'another person beside a document',
      `UPDATE document SET by_name = 'Eve' WHERE icv = 2`,
      'document 2 is not what its line says',
    ],
    [
      'a line that was rewritten',
      `UPDATE audit SET actor = 'Eve' WHERE id = 3`,
      'audit log broken at line 3',
    ],
    [
      'a document without its line',
      `DELETE FROM audit WHERE action = 'document-issued' AND detail LIKE '%"icv":2,%'`,
      'document 2 has no line',
    ],
  ])('check finds %s', async (_, sql, words) => {
    const data = copy();
    tamper(ledgerOf(data), sql);
    const run = await audit('check', '--data', data);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain(words);
  });

  test('list prints what was asked for', async () => {
    const lines = (await audit('list', '--data', sold, '--action', 'document-issued', '--json')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ detail: { icv: 1 } }, { detail: { icv: 2 } }]);
    const csv = (await audit('list', '--data', sold, '--person', lines[0].person, '--csv')).stdout;
    expect(csv).toMatch(/^line,time,person,action,detail,hash\n\d/);
    expect(csv).toContain('document-issued');
    expect((await audit('list', '--data', sold, '--person', 'Eve')).stdout).toBe('');
    expect((await audit('list', '--data', sold, '--to', '2020-01-01')).stdout).toBe('');
    expect((await audit('list', '--data', sold, '--from', 'yesterday')).code).toBe(2);
  });
});

describe('backup and restore', () => {
  test('hold every database but the people, and put back what is gone', async () => {
    const data = copy();
    const settings = new BetterSqlite3(path.join(data, 'terminal.db'));
    settings.exec(`INSERT INTO setting VALUES ('mark', '"kept"')`);
    settings.exec(
      `INSERT INTO person (name, role, salt, pin, short) VALUES ('Mona', 'manager', x'01', x'abcdefabcdef', 0)`,
    );
    settings.close();
    const articles = openGuardedCatalogue({ folder: data, clock: systemClock, onError: console.error });
    articles
      .open()
      .save({ article: articleFormSchema.parse({ nameEn: 'Coffee', codes: ['7'] }), actor: 'Mona' });
    articles.close();
    const backups = newFolder('backups');
    expect(await khatm('backup', '--data', data, '--to', backups)).toMatchObject({ code: 0, stderr: '' });
    const names = readdirSync(backups).toSorted();
    expect(names.map((name) => name.replace(/^.*_000002\./, ''))).toEqual([
      'catalogue.db',
      'integration.db',
      'khatm',
      'terminal.db',
    ]);
    for (const name of names)
      expect(readFileSync(path.join(backups, name)).includes(Buffer.from('abcdefabcdef', 'hex'))).toBe(false);
    const from = path.join(backups, names.find((name) => name.endsWith('.khatm')) ?? '');

    // The current database is newer than the backup's.
    const kept = await khatm('restore', '--data', data, '--from', from, '--last', 'T1-000002');
    expect(kept.stdout).toContain('settings (terminal.db): left as they are');
    expect(kept.stdout).toContain('other programs (integration.db): left as they are');

    const anew = path.join(newFolder('restored'), 'data');
    const run = await khatm('restore', '--data', anew, '--from', from, '--last', 'T1-000002');
    // The key is in the vault of the former folder.
    expect(run.stderr).toContain('khatm credential reissue');
    expect(run.stdout).toContain('restored: 2 documents');
    expect(run.stdout).toContain('settings (terminal.db): put back');
    expect(run.stdout).toContain('other programs (integration.db): put back');
    expect(run.stdout).toContain('articles (catalogue.db): put back');
    const list = openGuardedCatalogue({ folder: anew, clock: systemClock, onError: console.error });
    expect(list.open().find('coff', 6)).toMatchObject([{ nameEn: 'Coffee', codes: ['7'] }]);
    list.close();
    const restored = new BetterSqlite3(path.join(anew, 'terminal.db'), { readonly: true });
    expect(restored.prepare(`SELECT value FROM setting WHERE key = 'mark'`).pluck().get()).toBe('"kept"');
    expect(restored.prepare('SELECT count(*) FROM person').pluck().get()).toBe(0);
    restored.close();

    // The oldest backup is removed together with the files beside it.
    expect(await khatm('backup', '--data', data, '--to', backups, '--keep', '1')).toMatchObject({ code: 0 });
    expect(readdirSync(backups)).toHaveLength(4);
  });

  test('a backup with an altered document changes nothing', async () => {
    const data = copy();
    const backups = newFolder('backups');
    await khatm('backup', '--data', data, '--to', backups);
    const name = readdirSync(backups).find((each) => each.endsWith('.khatm')) ?? '';
    tamper(path.join(backups, name), (backup) =>
      changeBody(backup, 1, (text) => text.replaceAll('11.50', '91.50')),
    );
    const before = contents(path.join(data, 'training')).filter(([file]) => !file?.endsWith('.lock'));
    const run = await khatm(
      'restore',
      '--data',
      data,
      '--from',
      path.join(backups, name),
      '--last',
      'T1-000002',
    );
    expect(run.code).toBe(2);
    expect(contents(path.join(data, 'training')).filter(([file]) => !file?.endsWith('.lock'))).toEqual(
      before,
    );
  });
});
