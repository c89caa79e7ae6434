import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { parseFault } from '../../../main/sandbox/faults/faults.ts';
import { type Sandbox, startSandbox } from '../../../main/sandbox/start-sandbox.ts';
import { khatm, khatmWith, newFolder } from '../../support/khatm.ts';

const folder = newFolder('cli-credential');
const data = path.join(folder, 'data');
const config = path.join(folder, 'company.json');
const secrets = { KHATM_PASSPHRASE: 'the shop at the corner', KHATM_PIN: '482913' };
const run = (...args: string[]) => khatmWith(secrets, ...args);
const simulation = (...more: string[]) => ['--data', data, '--env', 'simulation', ...more];

describe('a terminal set up by script', () => {
  let authority: Sandbox;
  beforeAll(async () => {
    authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
  });
  afterAll(() => authority.close());

  const onboard = (otp: string, ...more: string[]) =>
    khatmWith(
      { ...secrets, KHATM_OTP: otp },
      'onboard',
      ...simulation('--config', config, '--address', authority.address, ...more),
    );
  const replace = (kind: string) =>
    khatmWith({ ...secrets, KHATM_OTP: authority.makeOtp() }, 'credential', kind, ...simulation());

  test('gets an example to begin from, which is a whole company', async () => {
    const { stdout, code } = await khatm('onboard', '--example');
    expect(code).toBe(0);
    writeFileSync(config, stdout);
    expect(JSON.parse(stdout)).toMatchObject({
      vatNumber: expect.any(String),
      certificate: {},
      terminal: {},
    });
  });

  test.each([
    [
      'a field that is wrong',
      (company: object) => ({ ...company, vatNumber: '123' }),
      /vatNumber 123: 15 digits/,
    ],
    [
      'a name that no QR holds',
      (company: object) => ({ ...company, name: 'ش'.repeat(128) }),
      /name ش+…: Too long: at most 255 bytes/,
    ],
    ['a field nobody knows', (company: object) => ({ ...company, colour: 1 }), /colour|Not known|unknown/i],
  ])('%s is named, and nothing is made', async (_, change, words) => {
    const bad = path.join(folder, 'bad.json');
    const example = JSON.parse((await khatm('onboard', '--example')).stdout);
    writeFileSync(bad, JSON.stringify(change(example)));
    const { code, stderr } = await run('onboard', '--data', path.join(folder, 'none'), '--config', bad);
    expect(stderr).toMatch(words);
    expect(code).toBe(2);
  });

  test('an onboarding that was broken off half-way is gone on with by the same call', async () => {
    authority.faults.set([parseFault('status=503@compliance-check')]);
    const call = ['--manager', 'Mona', '--config', config];
    const withOtp = { ...secrets, KHATM_OTP: authority.makeOtp() };
    const options = ['--data', path.join(folder, 'broken-off'), '--env', 'simulation'];
    const onboardOwn = () =>
      khatmWith(withOtp, 'onboard', ...options, ...call, '--address', authority.address);
    const first = await onboardOwn();
    expect([first.code, first.stderr]).toEqual([1, expect.stringContaining('busy')]);
    // A renewal must not complete an onboarding.
    const renewal = await khatmWith(withOtp, 'credential', 'renew', ...options);
    expect([renewal.code, renewal.stderr]).toEqual([2, expect.stringContaining('khatm onboard')]);
    authority.faults.set([]);
    expect((await khatmWith(withOtp, 'credential', 'renew', ...options)).code).toBe(2);
    const again = await onboardOwn();
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('Send test documents')]);
    expect(again.stdout).toContain('state: In service');
    // The terminal is onboarded already. Its own address is accepted, but another one is refused, because it would be
    // ignored.
    const elsewhere = await run('onboard', ...options, ...call, '--address', 'https://example.com');
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('which it keeps')]);
    expect((await onboardOwn()).code).toBe(0);
  });

  test.each([
    ['seven digits', '1234567', /one-time password: The code has 6 digits; this has 7/],
    ['a letter', '12345O', /one-time password: The code has a character that is no digit/],
  ])('a password that cannot be one is refused here, and nothing is written: %s', async (_, otp, words) => {
    const none = path.join(folder, 'refused');
    for (const call of [
      ['onboard', '--config', config, '--manager', 'Mona'],
      ['credential', 'renew'],
    ]) {
      const { code, stderr } = await khatmWith(
        { ...secrets, KHATM_OTP: otp },
        ...call,
        ...['--data', none, '--env', 'simulation'],
      );
      expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
      expect(stderr).not.toContain(otp);
    }
    expect(existsSync(none)).toBe(false);
  });

  test('a wrong password says what to do and ends with 1; the next call goes on from there', async () => {
    const wrong = await onboard('000000', '--manager', 'Mona');
    expect(wrong.stderr).toContain('The code was not accepted');
    expect(wrong.code).toBe(1);
    // As an Arabic keyboard writes it, in groups.
    const arabic = authority.makeOtp().replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
    const right = await onboard(`${arabic.slice(0, 3)} ${arabic.slice(3)}`, '--json');
    expect(right.stderr).toContain('Send test documents: Debit note to a consumer');
    expect(JSON.parse(right.stdout)).toMatchObject({ environment: 'simulation', state: 'production' });
    expect(right.code).toBe(0);
    // A script that runs again succeeds without a new onboarding, but a file for another terminal is refused.
    expect((await onboard('000000')).code).toBe(0);
    const company = JSON.parse(readFileSync(config, 'utf8'));
    const other = path.join(folder, 'other.json');
    writeFileSync(other, JSON.stringify({ ...company, terminal: { numberPrefix: 'S9', serial: 'shop-9' } }));
    const ignored = await run('onboard', '--data', data, '--env', 'simulation', '--config', other);
    expect([ignored.code, ignored.stderr]).toEqual([2, expect.stringContaining('for another terminal')]);
    const training = await run('onboard', '--data', path.join(folder, 'training'), '--config', other);
    expect([training.code, training.stderr]).toEqual([2, expect.stringContaining('company of --example')]);
  });

  test('status, renewal and re-issue, with sales between them on one chain', async () => {
    const sale = path.join(folder, 'sale.json');
    writeFileSync(sale, JSON.stringify({ lines: [{ name: 'تمر', quantity: 1, unitPrice: '10.00' }] }));
    const sell = async () => JSON.parse((await run('issue', sale, ...simulation())).stdout);
    expect(await sell()).toMatchObject({ icv: 1, status: 'accepted' });
    expect((await replace('renew')).code).toBe(0);
    expect(await sell()).toMatchObject({ icv: 2, status: 'accepted' });
    authority.carryOut('revoke');
    expect((await replace('reissue')).code).toBe(0);
    expect(await sell()).toMatchObject({ icv: 3, status: 'accepted' });
    const status = await run('credential', 'status', ...simulation());
    expect(status.stdout).toMatch(/^environment: Simulation\nstate: In service\n/);
    expect(status.code).toBe(0);
    expect((await run('ledger', 'check', ...simulation())).stdout).toContain('chain whole: 3 documents');
  });

  test('takes the password from a file too, and never as an argument', async () => {
    const otp = '314159';
    for (const call of [
      ['onboard', ...simulation('--config', config, '--otp', otp)],
      ['credential', 'renew', ...simulation('--otp', otp)],
      ['credential', 'reissue', ...simulation(`--otp=${otp}`)],
    ]) {
      const { code, stdout, stderr } = await run(...call);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('KHATM_OTP_FILE');
      expect(stderr).not.toContain(otp);
    }
    const file = path.join(folder, 'otp');
    writeFileSync(file, `${authority.makeOtp()}\n`);
    const renewed = await khatmWith(
      { ...secrets, KHATM_OTP_FILE: file },
      'credential',
      'renew',
      ...simulation(),
    );
    expect([renewed.code, renewed.stderr]).toEqual([0, expect.not.stringContaining('khatm:')]);
    const none = await run('credential', 'renew', ...simulation());
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('KHATM_OTP_FILE')]);
  });

  test('production needs a word of its own, and an environment that has not begun has no status', async () => {
    const { code, stderr } = await run('onboard', '--data', data, '--env', 'production', '--config', config);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--confirm production')]);
    expect((await run('credential', 'status', '--data', data, '--env', 'production')).code).toBe(2);
  });

  // Windows has a keychain for each user, which needs no passphrase.
  test.skipIf(process.platform === 'win32')(
    'a wrong passphrase opens nothing, and is in no answer',
    async () => {
      const { code, stdout, stderr } = await khatmWith(
        { KHATM_PASSPHRASE: 'not this one at all' },
        'credential',
        'status',
        ...simulation(),
      );
      expect(code).toBe(2);
      expect(stderr).toContain('passphrase is not right');
      expect(stdout + stderr).not.toContain('not this one');
    },
  );
});
