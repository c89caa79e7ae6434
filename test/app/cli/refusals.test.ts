import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runCommandLine } from '../../../main/app/cli/command-line.ts';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { khatmWith, newFolder } from '../../support/khatm.ts';

/* A refusal of the command line names the field, the value or the character in it, and the way on, in one line. */

const folder = newFolder('cli-refusals');
const data = path.join(folder, 'data');
mkdirSync(data);

function write(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}
const sale = (text: string) => ['issue', write(`${crypto.randomUUID()}.json`, text), '--data', data];
const line = (fields: string) => `{"lines":[{"name":"x","quantity":1,"unitPrice":"1.00"${fields}}]}`;
const company = (change: object) => [
  'onboard',
  ...['--data', path.join(folder, 'none'), '--env', 'simulation'],
  ...['--config', write(`${crypto.randomUUID()}.json`, JSON.stringify({ ...trainingCompany, ...change }))],
];

afterEach(() => {
  process.exitCode = undefined;
});

/** Runs a command in this process, which is enough for one that ends before it opens a terminal. */
async function refusedHere(args: string[]): Promise<string> {
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await runCommandLine(args);
  for (const stream of [process.stdout, process.stderr]) {
    const listener = stream.listeners('error').find(({ name }) => name === 'noteLostOutput');
    if (listener !== undefined) stream.off('error', listener as () => void);
  }
  const [stderr, stdout] = [errors.mock.calls.map(String), written.mock.calls.map(String)];
  vi.restoreAllMocks();
  expect([process.exitCode, stdout]).toEqual([2, []]);
  expect(stderr).toHaveLength(1);
  return stderr.join();
}

async function refused(args: string[], secrets: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await khatmWith(secrets, ...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  return stderr;
}

describe('a call that is wrong', () => {
  test.each([
    [['isue'], /^khatm: unknown command 'isue' \(Did you mean issue\?\); see khatm --help$/],
    [['issue', '--dta', data], /'--dta' \(Did you mean --data\?\); see khatm issue --help$/],
    [['credential', 'status'], /'--data <dir>' not specified; see khatm credential status --help$/],
    [
      ['issue', '--data', data, '--env', 'prod', 'x.json'],
      /'prod' is invalid\. Allowed choices are .*production; see khatm issue --help$/,
    ],
    [['issue', '--data', data, '--wait', '1O', 'x.json'], /--wait 1O: .* from 0 to 99999; here is “O”$/],
    [['backup', '--data', data, '--to', folder, '--keep', '-1'], /--keep -1: .*; here is “-”$/],
    [['sandbox', '--port', '70000'], /--port 70000: must be a whole number from 0 to 65535$/],
    [
      ['credential', 'status', '--data', data, '--env', 'simulation'],
      /--env simulation: .*khatm onboard --env simulation/,
    ],
    [
      ['ledger', 'export', '--data', data, '--out', folder, '--from', '2026-02-30'],
      /--from 2026-02-30: must be a day/,
    ],
    [['audit', 'list', '--data', data, '--from', '2026-02-30'], /--from 2026-02-30: must be a day/],
    [
      ['ledger', 'export', '--data', data, '--csv', '--from', '2026-02-02', '--to', '2026-02-01'],
      /--to 2026-02-01: must not be before --from 2026-02-02/,
    ],
    [
      ['audit', 'list', '--data', data, '--action', 'UNKNOWN'],
      /--action UNKNOWN: must be one of .*, document-issued, .*, drawer-opened, /,
    ],
    [['ledger', 'check', '--data', data], /^khatm: --data \S+: no ledger there$/],
    [['restore', '--data', data, '--from', 'gone.khatm'], /^khatm: --from gone\.khatm: no such file$/],
    [
      ['onboard', '--data', data, '--config', 'x', '--env', 'production', '--confirm', 'yes'],
      /--confirm yes: production cannot be undone: say --confirm production/,
    ],
  ])('%j', async (args, words) => {
    if (args[0] === 'onboard') args[4] = write('company.json', JSON.stringify(trainingCompany));
    expect((await refusedHere(args)).trim()).toMatch(words);
  });

  test('takes the digits of an Arabic keyboard for a number', async () => {
    expect(await refusedHere(['sandbox', '--port', '٧٠٠٠٠'])).toContain('from 0 to 65535');
    expect(await refusedHere(['issue', '--data', data, '--wait', '١٠', 'gone.json'])).toContain('gone.json');
  });
});

describe('a file that is wrong', () => {
  test.each([
    [sale('{"lines":[,]}'), /: This is no JSON at line 1, column 11; here is “,”/],
    [sale('{"lines":\n['), /: This is no JSON at line 2, column 2; here is the end/],
    [sale(line(',"unit":"a\u0007"')), /line 1, column \d+; here is U\+0007/],
    [
      sale('{"lines":[{"name":"x","quantity":"1.2.3","unitPrice":"1.00"}]}'),
      /: lines\.0\.quantity 1\.2\.3: Enter a number/,
    ],
    [
      sale('{"lines":[{"name":"a\u202eb","quantity":1,"unitPrice":"1.00"}]}'),
      /: lines\.0\.name "a\\u\{202E\}b": .*; here is U\+202E/,
    ],
    [company({ vatNumber: '39999999990000O' }), /: vatNumber 39999999990000O: 15 digits.*; here is “O”/],
    [
      company({ terminal: { ...trainingCompany.terminal, numberPrefix: 'T-1' }, vatNumber: '1' }),
      /: vatNumber 1: 15 digits.*; terminal\.numberPrefix T-1: 1 to 12 letters and digits; here is “-”/,
    ],
  ])('%j', async (args, words) => {
    expect(await refusedHere(args)).toMatch(words);
    expect(existsSync(path.join(folder, 'none'))).toBe(false);
  });

  test('in another character set: the first byte of it is named', async () => {
    const text = Buffer.concat([Buffer.from('{\n"lines":"'), Buffer.from([0xd4]), Buffer.from('"}')]);
    expect(await refusedHere(['issue', write('windows.json', text), '--data', data])).toMatch(
      /This is not in UTF-8, from byte 10 of line 2 on/,
    );
  });

  test('and is no backup', async () => {
    const file = write('no-backup.khatm', 'x'.repeat(5_000));
    expect(await refusedHere(['restore', '--data', path.join(folder, 'restored'), '--from', file])).toContain(
      `${file}: is no backup of Khatm, or it is damaged`,
    );
    const verified = await khatmWith({}, 'verify-backup', file);
    expect([verified.code, verified.stderr]).toEqual([1, expect.stringContaining(`${file}: is no backup`)]);
  });
});

describe('on a terminal', () => {
  const at = ['--data', path.join(folder, 'till')];

  test('names the option or variable, its value, and never a secret', async () => {
    const manager = (name: string, pin: string) =>
      refused(['manager', ...at, '--name', name], { KHATM_PIN: pin });
    expect(await manager('Mona', '48291x')).toBe('khatm: KHATM_PIN: 6 to 12 digits\n');
    expect(await manager('Mo\u0007na', '482913')).toMatch(/name "Mo\\u\{0007\}na": .*; here is U\+0007/);
    expect(await refused(['network', ...at, '--proxy', 'ht tp://x'])).toMatch(
      /--proxy "ht tp:\/\/x": http or/,
    );
    const proxy = await refused(['network', ...at, '--proxy', 'http://mona:482913@proxy:1']);
    expect(proxy).toMatch(/--proxy http:\/\/…@proxy:1: /);
    const webhook = ['integration', 'webhook', 'add', 'https://example.com/', ...at];
    expect(await refused(webhook, { KHATM_WEBHOOK_SECRET: 'too short' })).toMatch(
      /^khatm: KHATM_WEBHOOK_SECRET: 32 to 256 characters[^\n]*\n$/,
    );
    const set = await khatmWith({ KHATM_PIN: '٤٨٢٩١٣' }, 'manager', ...at, '--name', 'Mona');
    expect([set.code, set.stdout]).toEqual([0, 'manager: Mona\n']);
    const status = ['integration', 'api', 'status', '--manager', 'Mona', ...at];
    expect((await khatmWith({ KHATM_PIN: '482913' }, ...status)).code).toBe(0);
    expect(await refused(status, { KHATM_PIN: '482914' })).toBe(
      'khatm: --manager Mona: no manager here has this name with the PIN of KHATM_PIN\n',
    );
  });
});
