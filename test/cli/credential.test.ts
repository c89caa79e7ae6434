import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../main/clock.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { khatm, khatmWith, newFolder } from '../support/khatm.ts';

const folder = newFolder('cli-credential');
const data = path.join(folder, 'data');
const config = path.join(folder, 'company.json');
const secrets = { KHATM_PASSPHRASE: 'the shop at the corner', KHATM_PIN: '424242' };
const run = (...args: string[]) => khatmWith(secrets, ...args);
const simulation = (...more: string[]) => ['--data', data, '--env', 'simulation', ...more];

describe('a terminal set up by script', () => {
  let authority: Sandbox;
  beforeAll(async () => {
    authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
  });
  afterAll(() => authority.close());

  const onboard = (otp: string, ...more: string[]) =>
    run('onboard', ...simulation('--config', config, '--address', authority.address, '--otp', otp, ...more));

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
      /vatNumber: 15 digits/,
    ],
    ['a field nobody knows', (company: object) => ({ ...company, colour: 1 }), /colour|Not known|unknown/i],
  ])('%s is named, and nothing is made', async (_, change, words) => {
    const bad = path.join(folder, 'bad.json');
    const example = JSON.parse((await khatm('onboard', '--example')).stdout);
    writeFileSync(bad, JSON.stringify(change(example)));
    const { code, stderr } = await run(
      'onboard',
      '--data',
      path.join(folder, 'none'),
      '--config',
      bad,
      '--otp',
      '1',
    );
    expect(stderr).toMatch(words);
    expect(code).toBe(2);
  });

  test('a wrong password says what to do and ends with 1; the next call goes on from there', async () => {
    const wrong = await onboard('000000', '--manager', 'Mona');
    expect(wrong.stderr).toContain('The code was not accepted');
    expect(wrong.code).toBe(1);
    const right = await onboard(authority.makeOtp(), '--json');
    expect(right.stderr).toContain('series: simplified-debit-note');
    expect(JSON.parse(right.stdout)).toMatchObject({ environment: 'simulation', state: 'production' });
    expect(right.code).toBe(0);
    // A script that runs again finds it done.
    expect((await onboard('000000')).code).toBe(0);
  });

  test('status, renewal and re-issue, with sales between them on one chain', async () => {
    const sale = path.join(folder, 'sale.json');
    writeFileSync(sale, JSON.stringify({ lines: [{ name: 'تمر', quantity: 1, unitPrice: '10.00' }] }));
    const sell = async () => JSON.parse((await run('issue', sale, ...simulation())).stdout);
    expect(await sell()).toMatchObject({ icv: 1, status: 'accepted' });
    expect((await run('credential', 'renew', ...simulation('--otp', authority.makeOtp()))).code).toBe(0);
    expect(await sell()).toMatchObject({ icv: 2, status: 'accepted' });
    authority.order('revoke');
    expect((await run('credential', 'reissue', ...simulation('--otp', authority.makeOtp()))).code).toBe(0);
    expect(await sell()).toMatchObject({ icv: 3, status: 'accepted' });
    const status = await run('credential', 'status', ...simulation());
    expect(status.stdout).toMatch(/state: production/);
    expect(status.code).toBe(0);
    expect((await run('ledger', 'check', ...simulation())).stdout).toContain('chain whole: 3 documents');
  });

  test('production needs a word of its own, and an environment that has not begun has no status', async () => {
    const { code, stderr } = await run(
      'onboard',
      '--data',
      data,
      '--env',
      'production',
      '--config',
      config,
      '--otp',
      '1',
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining('--confirm production')]);
    expect((await run('credential', 'status', '--data', data, '--env', 'production')).code).toBe(2);
  });

  test('a wrong passphrase opens nothing, and is in no answer', async () => {
    const { code, stdout, stderr } = await khatmWith(
      { KHATM_PASSPHRASE: 'not this one at all' },
      'credential',
      'status',
      ...simulation(),
    );
    expect(code).toBe(2);
    expect(stderr).toContain('passphrase is not right');
    expect(stdout + stderr).not.toContain('not this one');
  });
});
