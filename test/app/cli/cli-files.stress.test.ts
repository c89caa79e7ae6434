import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { CertificateAuthority } from '../../../main/document/stamp/certificates/certificate-authority.ts';
import { readDocument } from '../../../main/document/stamp/read-document.ts';
import { khatm, newFolder } from '../../support/khatm.ts';
import { changeBody } from '../../support/read-bodies.ts';
import { tamper } from '../../support/tamper.ts';

const folder = newFolder('cli-files');
const data = path.join(folder, 'data');
const write = (name: string, contents: unknown) => {
  const file = path.join(folder, name);
  writeFileSync(file, typeof contents === 'string' ? contents : JSON.stringify(contents));
  return file;
};
const good = write('good.json', { lines: [{ name: 'تمر | Dates', quantity: 2, unitPrice: '10.00' }] });

beforeAll(async () => {
  expect((await khatm('demo', '--json', '--data', data)).code).toBe(0);
  const out = path.join(folder, 'out');
  expect((await khatm('issue', '--data', data, '--out', out, good, good)).code).toBe(0);
});

describe('khatm issue', () => {
  test('reads a byte order mark, and refuses bytes that are no UTF-8', async () => {
    const sale = readFileSync(good);
    const marked = path.join(folder, 'marked.json');
    writeFileSync(marked, Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), sale]));
    expect((await khatm('issue', '--data', data, marked)).code).toBe(0);
    const latin = path.join(folder, 'latin.json');
    writeFileSync(latin, Buffer.from(sale.toString('utf8').replace('Dates', 'café'), 'latin1'));
    expect(await khatm('issue', '--data', data, latin)).toMatchObject({ code: 2, stdout: '' });
  });

  test('names the file whose sale is too large or was returned already, and issues nothing of a bad call', async () => {
    const line = { name: 'ل'.repeat(1000), quantity: 1, unitPrice: 1 };
    const large = write('large.json', { lines: Array(5000).fill(line) });
    const before = documents();
    const tooLarge = await khatm('issue', '--data', data, good, large);
    expect(tooLarge).toMatchObject({ code: 2, stdout: '' });
    expect(tooLarge.stderr).toContain('large.json: lines: Too much for one document');
    expect(documents()).toBe(before);

    const sold = JSON.parse((await khatm('issue', '--data', data, good)).stdout);
    const note = {
      kind: 'creditNote',
      corrects: [{ number: sold.number }],
      reason: 'إرجاع',
      lines: [{ name: 'تمر | Dates', quantity: 3, unitPrice: '10.00', correctsLine: 1 }],
    };
    const tooMuch = await khatm('issue', '--data', data, write('note.json', note));
    expect(tooMuch).toMatchObject({ code: 2, stdout: '' });
    expect(tooMuch.stderr).toContain('note.json: lines.0.quantity 3: At most 2 is left to return');
  });

  test('makes no data folder for a call that is wrong', async () => {
    const nowhere = path.join(folder, 'nowhere');
    expect((await khatm('issue', '--data', nowhere, path.join(folder, 'missing.json'))).code).toBe(2);
    expect((await khatm('issue', '--data', nowhere, write('bad.json', '[]'))).code).toBe(2);
    expect(existsSync(nowhere)).toBe(false);
  });

  function documents(): number {
    const database = new Database(path.join(data, 'training', 'ledger.db'), { readonly: true });
    const { count } = database.prepare('SELECT count(*) AS count FROM document').get() as { count: number };
    database.close();
    return count;
  }
});

describe('khatm ledger', () => {
  test('exports every document under its official name', async () => {
    const out = path.join(folder, 'export');
    const run = await khatm('ledger', 'export', '--data', data, '--out', out);
    expect(run.code).toBe(0);
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' });
    const issued = files.filter((name) => name.endsWith('.xml') && !name.endsWith('.cleared.xml'));
    const icvs = issued.map((name) => readDocument(readFileSync(path.join(out, name))).icv);
    expect(icvs.toSorted((a, b) => a - b)).toEqual(icvs.map((_, index) => index + 1));
  });

  test('exports a period as CSV, printed or into a file, whole or not at all', async () => {
    const metadata = { shelf: '7' };
    const sale = { ...JSON.parse(readFileSync(good, 'utf8')), reference: '=1+1', metadata };
    expect((await khatm('issue', '--data', data, write('with-reference.json', sale))).code).toBe(0);
    const printed = await khatm('ledger', 'export', '--csv', '--data', data);
    expect([printed.code, printed.stderr]).toEqual([0, '']);
    const rows: Record<string, string>[] = parse(printed.stdout, { bom: true, columns: true });
    expect(rows.map(({ counter }) => Number(counter))).toEqual(rows.map((_, index) => index + 1));
    expect(rows.at(-1)).toMatchObject({ taxInclusive: '20.00', reference: "'=1+1" });
    const file = path.join(folder, 'period.csv');
    const run = await khatm('ledger', 'export', '--csv', '--data', data, '--out', file);
    expect([run.code, readFileSync(file, 'utf8')]).toEqual([0, printed.stdout]);
    const shared = path.join(folder, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    const open = process.platform === 'win32' ? '' : 'every user of this machine may write there';
    for (const out of [shared, path.join(shared, 'period.csv')]) {
      const list = out === shared ? [] : ['--csv'];
      const warned = await khatm('ledger', 'export', ...list, '--data', data, '--out', out);
      expect([warned.code, warned.stderr]).toEqual([0, expect.stringContaining(open)]);
    }
    const none = await khatm('ledger', 'export', '--csv', '--data', data, '--to', '2020-01-01');
    expect(none.stdout.trimEnd().split('\r\n')).toHaveLength(1);
    for (const wrong of [['--csv', '--from', 'today'], [], ['--csv', '--out', folder]])
      expect(await khatm('ledger', 'export', '--data', data, ...wrong)).toMatchObject({
        code: 2,
        stdout: '',
      });
    expect(readdirSync(path.dirname(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('check names the first broken link', async () => {
    const copy = path.join(folder, 'copy', 'training');
    mkdirSync(copy, { recursive: true });
    const database = new Database(path.join(data, 'training', 'ledger.db'));
    await database.backup(path.join(copy, 'ledger.db'));
    database.close();
    tamper(path.join(copy, 'ledger.db'), (broken) =>
      changeBody(broken, 3, (text) =>
        text.replace(/<cbc:PayableAmount currencyID="SAR">\d/, '<cbc:PayableAmount currencyID="SAR">9'),
      ),
    );
    const run = await khatm('ledger', 'check', '--data', path.join(folder, 'copy'));
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/broken at document 3 .*hash/);
  });

  test('says in one line where there is no ledger', async () => {
    const run = await khatm('ledger', 'check', '--data', path.join(folder, 'void'));
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/no ledger there\n$/);
  });
});

describe('khatm verify', () => {
  test('says which check fails, and exits with 1', async () => {
    const [name] = readdirSync(path.join(folder, 'out'));
    const xml = readFileSync(path.join(folder, 'out', name ?? ''), 'utf8');
    const file = write(
      'altered.xml',
      xml.replace('<cbc:PayableAmount currencyID="SAR">', '<cbc:PayableAmount currencyID="SAR">1'),
    );
    const run = await khatm('verify', file);
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/hash: FAILED/);
  });

  test('calls a file that is no document by its name', async () => {
    const run = await khatm('verify', write('no.xml', 'not xml at all'));
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/xml: FAILED/);
    const missing = await khatm('verify', path.join(folder, 'missing.xml'));
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toMatch(/no such file/);
  });

  test('checks every file, whatever one of them holds', async () => {
    const [name = ''] = readdirSync(path.join(folder, 'out'));
    const whole = path.join(folder, 'out', name);
    const xml = readFileSync(whole, 'utf8');
    const strange = write('strange.xml', xml.replace('<ds:KeyInfo>', '<?x?><ds:KeyInfo>'));
    const run = await khatm('verify', strange, path.join(folder, 'missing.xml'), folder, whole);
    expect(run.code).toBe(2);
    expect(run.stderr.trim().split('\n')).toEqual([
      expect.stringContaining('missing.xml: no such file'),
      expect.stringContaining(`${folder}: is a folder`),
    ]);
    const lines = run.stdout.trim().split('\n');
    expect(lines).toContain(`${strange}: structure: FAILED (ds:Signature holds more than elements)`);
    expect(lines).toContain(`${whole}: qr: ok`);
    expect(lines).toHaveLength(18);
  });

  test('says that trust is not checked, and checks it by the certificates that are named', async () => {
    const [name = ''] = readdirSync(path.join(folder, 'out'));
    const whole = path.join(folder, 'out', name);
    const stamp = readDocument(readFileSync(whole)).certificateText ?? '';
    const ownCertificate = write(
      'own.pem',
      `-----BEGIN CERTIFICATE-----\n${stamp}\n-----END CERTIFICATE-----\n`,
    );
    const other = path.join(folder, 'other.der');
    writeFileSync(
      other,
      CertificateAuthority.create({ commonName: 'Other', now: 0, validForDays: 1 }).certificate.der,
    );

    expect((await khatm('verify', whole)).stdout).toMatch(/: trust: not checked\n$/);
    const trusted = await khatm('verify', whole, '--trust', other, '--trust', ownCertificate);
    expect(trusted).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/: trust: ok\n$/) });
    const refused = await khatm('verify', '--trust', other, whole);
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/: trust: FAILED \(.* not among the trusted\)\n$/),
    });
    const none = await khatm('verify', '--trust', whole, whole);
    expect(none).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/holds no certificate/),
    });
  });

  test('prints an object for each file with --json', async () => {
    const [name = ''] = readdirSync(path.join(folder, 'out'));
    const whole = path.join(folder, 'out', name);
    const run = await khatm('verify', '--json', whole, write('no.xml', 'not xml at all'));
    const objects = run.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(run.code).toBe(1);
    expect(objects).toMatchObject([{ file: whole, ok: true }, { ok: false }]);
    expect(objects[0].checks.at(-1)).toEqual({ name: 'trust', ok: null, detail: 'not checked' });
    expect(objects[1].checks[0]).toEqual({ name: 'xml', ok: false, detail: 'is not well-formed XML' });
  });
});

test.each(['issue', 'demo', 'export', 'sandbox'])(
  'a folder that is a file, or a file that is a folder, ends %s with 2 and one line',
  async (command) => {
    const file = write('a-file', 'x');
    const calls: Record<string, string[]> = {
      issue: ['issue', '--data', file, good],
      demo: ['demo', '--data', file],
      export: ['ledger', 'export', '--data', data, '--out', file],
      sandbox: ['sandbox', '--data', folder],
    };
    const run = await khatm(...(calls[command] ?? []));
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
  },
);
