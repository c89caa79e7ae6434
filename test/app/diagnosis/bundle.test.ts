import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { plainLog } from '../../../main/app/diagnosis/plain-log.ts';
import { withoutHome } from '../../../main/app/diagnosis/without-home.ts';
import { trainingPassphrase } from '../../../main/app/environment/credentials/training.ts';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import { openLog } from '../../../main/base/platform/log.ts';
import { openEncryptedFile } from '../../../main/base/vault/encrypted-file.ts';
import { takeLock } from '../../../main/books/ledger/queue/process-lock.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { FailureError } from '../../../shared/failure.ts';
import { khatm, newFolder } from '../../support/khatm.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { marksInZip, spellingsOf } from './search-bytes.ts';

/*
 * Tests the file for support from a terminal full of marked secrets and marked buyers. It must contain none of them in
 * any usual encoding.
 */

const secrets = {
  managerPin: '90417263',
  cashierPin: '58260391',
  webhook: 'MARK-webhook-signing-secret-0123456789abcdef',
  inbound: 'MARK-inbound-signing-secret-0123456789abcdef',
  oauth: 'MARK-oauth-client-secret-Zx81',
  refresh: 'MARK-refresh-token-Qw72',
  proxyPassword: 'MARK-proxy-password-Er63',
  urlToken: 'MARK-token-in-an-address-Ty54',
};
const buyers = {
  name: 'شركة المشتري المعلّم',
  latinName: 'Marked Buyer Trading',
  vatNumber: '398765432100003',
  street: 'Marked Street West',
  district: 'Marked District North',
  city: 'Marked City of Palms',
  note: 'Marked note about the buyer',
  goods: 'Marked goods of the buyer',
  group: '7918273645',
};

const asker =
  (terminal: Terminal) =>
  async <N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> => {
    const answer = await terminal.callFromScreen(name, input);
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`);
    return answer.value as CommandOutput<N>;
  };

/**
 * Fills a terminal with every kind of secret and with a marked buyer. Returns the secrets that the program generated.
 */
async function fill(terminal: Terminal): Promise<string[]> {
  const ask = asker(terminal);
  const { secret: madeSecret = '' } = await ask('integration.clients.create', {
    kind: 'service',
    name: 'Marked program',
    scopes: ['invoices.read'],
  });
  await ask('webhook.addEndpoint', {
    url: `https://receiver.example/${secrets.urlToken}`,
    secret: secrets.webhook,
  });
  await ask('inbound.addSecret', { secret: secrets.inbound });
  await ask('network.setProxy', {
    proxy: 'http://127.0.0.1:9',
    user: 'till',
    password: secrets.proxyPassword,
  });
  // Nobody answers, but the program has received the secrets.
  await terminal.callFromScreen('remote.connect', {
    settings: { baseUrl: 'https://layer.example', clientId: 'till', grant: 'refreshToken' },
    clientSecret: secrets.oauth,
    refreshToken: secrets.refresh,
  });
  const { name, latinName, vatNumber, street, district, city, note, goods } = buyers;
  await ask('sale.issue', {
    buyer: {
      name: `${name} | ${latinName}`,
      vatNumber,
      address: { street, building: '1111', district, city, postalCode: '12222' },
    },
    note,
    lines: [{ name: goods, quantity: 1, unitPrice: '77' }],
  });
  await ask('people.save', { name: 'Marked Manager', role: 'manager', pin: secrets.managerPin });
  await ask('people.signIn', { name: 'Marked Manager', pin: secrets.managerPin });
  await ask('people.save', { name: 'Marked Cashier', role: 'cashier', pin: secrets.cashierPin });
  expect(madeSecret.length).toBeGreaterThan(20);
  return [madeSecret];
}

/** Writes log lines with secrets, as a careless programmer might. */
function logMarks(folder: string): void {
  const log = openLog(folder);
  for (const mark of [...Object.values(secrets), ...Object.values(buyers)]) {
    const cause = new Error(`could not send ${mark}`, { cause: new TypeError(mark) });
    log.error({ err: Object.assign(cause, { body: mark, code: mark }), doing: `sale.issue ${mark} 1` }, mark);
    log.warn({ failure: { code: 'internal', detail: { why: mark, text: mark } }, extra: mark }, 'failure');
    log.warn({ failure: new FailureError({ code: 'internal' }, { cause }), [mark]: mark }, `${mark} again`);
  }
  log.error({ err: new Error('a disk is full'), doing: 'closing' }, 'defect');
}

async function vaultValues(folder: string): Promise<string[]> {
  const vault = await openEncryptedFile({
    file: path.join(folder, 'training', 'vault.json'),
    opener: { passphrase: trainingPassphrase },
    lock: takeLock,
    create: false,
  });
  const names = await vault.names('');
  return Promise.all(names.map(async (name) => (await vault.get(name)) ?? ''));
}

/** Returns each value, and the long parts of each value that has several fields. */
function partsOf(values: readonly string[]): string[] {
  const parts = values.flatMap((value) => [value, ...(value.match(/[A-Za-z0-9+/=_.-]{24,}/g) ?? [])]);
  return parts.filter((part) => part.length >= 16);
}

test('no secret and nothing of a buyer is in the file for support', async () => {
  const folder = await onboardedFolder('bundle');
  const terminal = await openTerminal({ folder, version: '0', fetch: () => Promise.reject(new TypeError()) });
  await terminal.ready();
  const made = await fill(terminal);
  logMarks(folder);
  const target = newFolder('stick');
  const { file, bytes } = await asker(terminal)('diagnosis.bundle', { folder: target });
  await terminal.close();

  const kept = partsOf(await vaultValues(folder));
  expect(kept.length).toBeGreaterThan(5);
  const marks = [...Object.values(secrets), ...Object.values(buyers), ...made, ...kept];
  const zip = readFileSync(file);
  expect(zip.length).toBe(bytes);
  expect(marksInZip(zip, marks)).toEqual([]);

  const files = unzipSync(zip);
  expect(Object.keys(files).toSorted()).toEqual([
    'README.txt',
    'counts.json',
    'diagnosis.json',
    'diagnosis.txt',
    'log/khatm.log',
    'settings.json',
    'versions.json',
  ]);
  // The bundle is still useful, because the log names the failures and their places, and the counts show the sizes.
  const log = Buffer.from(files['log/khatm.log'] ?? []).toString();
  expect(log).toContain('"doing":"closing"');
  expect(log).toContain('bundle.test.ts');
  expect(JSON.parse(Buffer.from(files['counts.json'] ?? []).toString())).toMatchObject({
    training: { issued: 1 },
  });
  expect(JSON.parse(Buffer.from(files['settings.json'] ?? []).toString())).toMatchObject({
    environments: { training: { proxy: 'http://127.0.0.1:9', hasProxyUser: true } },
  });

  // The command line writes the same bundle when the terminal is not running.
  const other = path.join(target, 'other.zip');
  const run = await khatm('diagnose', '--data', folder, '--bundle', other);
  expect(run).toMatchObject({ code: 0 });
  expect(marksInZip(readFileSync(other), marks)).toEqual([]);
});

test('the home folder has no name in the file for support', async () => {
  const home = path.join(newFolder('home'), 'Marked Person');
  const folder = path.join(home, 'data');
  mkdirSync(folder, { recursive: true });
  vi.stubEnv(process.platform === 'win32' ? 'USERPROFILE' : 'HOME', home);
  onTestFinished(() => void vi.unstubAllEnvs());
  const log = openLog(folder);
  log.error(
    { err: Object.assign(new Error('x'), { stack: `Error: x\n    at ${home}/main.js:1:2` }) },
    'defect',
  );
  const terminal = await openTerminal({ folder, version: '0', environment: 'training' });
  await terminal.ready();
  const { file } = await asker(terminal)('diagnosis.bundle', { folder: newFolder('stick') });
  await terminal.close();
  const zip = readFileSync(file);
  expect(marksInZip(zip, ['Marked Person'])).toEqual([]);
  const files = unzipSync(zip);
  expect(Buffer.from(files['diagnosis.txt'] ?? []).toString()).toContain(path.join('~', 'data'));
});

test('a home folder is found in every spelling, and no other folder', () => {
  expect(withoutHome({ a: ['/home/ali/x', '/home/alia', '/home/ali'] }, '/home/ali')).toEqual({
    a: ['~/x', '/home/alia', '~'],
  });
  const windows = { a: 'C:\\Users\\Ali\\x', b: 'file:///c:/users/ali/y', c: 'C:\\Users\\Alia' };
  expect(withoutHome(windows, 'C:\\Users\\Ali')).toEqual({
    a: '~\\x',
    b: 'file:///~/y',
    c: 'C:\\Users\\Alia',
  });
  expect(withoutHome({ a: '/' }, '/')).toEqual({ a: '/' });
});

test('the search finds a mark in each of its spellings', () => {
  const mark = 'MARK-of-a-secret-0815';
  for (const before of ['', 'a', 'ab', 'abc'])
    for (const text of [
      `${before}${mark}b`,
      Buffer.from(`${before}${mark}b`).toString('base64'),
      Buffer.from(`${before}${mark}b`).toString('base64url'),
      Buffer.from(`${before}${mark}b`).toString('hex'),
    ])
      expect(marksInZip(zipSync({ file: strToU8(text) }), [mark]), text).toEqual([mark]);
  expect(marksInZip(zipSync({ [mark]: strToU8('') }), [mark])).toEqual([mark]);
  expect(spellingsOf('é').some((spelling) => spelling.equals(Buffer.from('é', 'utf16le')))).toBe(true);
});

describe('a line of the log for support', () => {
  const mark = 'Marked text';

  test('holds no text that an error, a failure or another field brought', () => {
    const marked = fc.oneof(
      fc.constant(mark),
      fc.string().map((text) => `${text} ${mark}\n    at ${mark} ${text}`),
    );
    const value = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, marked, fc.array(tie('value')), fc.dictionary(marked, tie('value'))),
    })).value;
    const entry = fc.record(
      {
        level: fc.integer(),
        time: fc.integer(),
        msg: marked,
        failure: fc.record({ code: marked, detail: fc.dictionary(fc.constantFrom('why', 'text'), value) }),
        err: fc.record({ message: value, stack: marked, code: marked, cause: value, body: value }),
        environment: marked,
        more: value,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            entry.map((each) => JSON.stringify(each)),
            marked,
          ),
        ),
        (lines) => {
          expect(plainLog(lines.join('\n'))).not.toContain(mark);
        },
      ),
    );
  });

  test('keeps codes, the command and the places of the program', () => {
    const stack = [
      `Error: ${mark}`,
      '    at issueSale (file:///opt/Khatm/resources/app.asar/out/main/issue.js:12:34)',
      '    at async Object.run (C:\\Program Files\\Khatm\\out\\main\\run.js:5:6)',
      '    at node:internal/main:1:2',
    ].join('\n');
    const line = JSON.stringify({
      level: 50,
      time: 1,
      pid: 7,
      doing: 'sale.issue',
      failure: { code: 'disk-full', detail: { system: 'ENOSPC' } },
      err: { type: 'SqliteError', message: mark, code: 'SQLITE_FULL', stack },
      msg: 'failure',
    });
    expect(JSON.parse(plainLog(line))).toEqual({
      level: 50,
      time: 1,
      pid: 7,
      doing: 'sale.issue',
      failure: { code: 'disk-full', why: 'ENOSPC' },
      err: {
        type: 'SqliteError',
        code: 'SQLITE_FULL',
        at: ['issueSale out/main/issue.js:12:34', expect.stringContaining('run.js:5:6'), 'internal/main:1:2'],
      },
      msg: 'failure',
    });
  });
});
