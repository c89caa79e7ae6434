import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { type Sandbox, startSandbox } from '../../../main/sandbox/start-sandbox.ts';
import { khatm, khatmWith, newFolder } from '../../support/khatm.ts';

/* A till's machine dies with its vault and its records. What is left is a backup on another disk. */

const folder = newFolder('dead-machine');
const at = (name: string) => path.join(folder, name);
const drive = at('drive');
const sale = at('sale.json');
const config = at('company.json');

/** Each machine keeps its own state, outside the data folder. */
const machine = (name: string) => {
  const env = {
    KHATM_PASSPHRASE: 'the shop at the corner',
    KHATM_PIN: '482913',
    KHATM_STATE: at(`${name}-state`),
  };
  const data = at(name);
  return {
    data,
    run: (command: string[], ...more: string[]) =>
      khatmWith(env, ...command, '--data', data, '--env', 'simulation', ...more),
    withOtp: (otp: string, command: string[], ...more: string[]) =>
      khatmWith({ ...env, KHATM_OTP: otp }, ...command, '--data', data, '--env', 'simulation', ...more),
    nameManager: () => khatmWith(env, 'manager', '--data', data, '--name', 'Mona'),
  };
};

const issuing = (stdout: string) => /^\d+\. Issuing invoices: (.*)$/m.exec(stdout)?.[1];

describe('a machine that died', () => {
  let authority: Sandbox;
  const dead = machine('dead');
  const next = machine('next');
  const backups = () => readdirSync(drive).filter((name) => name.endsWith('.khatm'));

  beforeAll(async () => {
    authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
    writeFileSync(config, (await khatm('onboard', '--example')).stdout);
    writeFileSync(sale, JSON.stringify({ lines: [{ name: 'Coffee', quantity: 1, unitPrice: '10.00' }] }));
    const onboarded = await dead.withOtp(
      authority.makeOtp(),
      ['onboard'],
      ...['--config', config, '--address', authority.address, '--manager', 'Mona'],
    );
    expect(onboarded.code).toBe(0);
    for (let made = 1; made <= 2; made += 1) {
      expect((await dead.run(['issue', sale])).code).toBe(0);
      expect((await dead.run(['backup'], '--to', drive)).code).toBe(0);
    }
  });
  afterAll(() => authority.close());

  const newest = () => path.join(drive, backups().find((name) => name.includes('_000002')) ?? '');
  const older = () => path.join(drive, backups().find((name) => name.includes('_000001')) ?? '');

  test('the question that matters is asked, and nothing is touched without an answer', async () => {
    const { code, stderr, stdout } = await next.run(['restore'], '--from', newest());
    expect(stderr).toMatch(
      /last invoice in this backup is T1-000002 of \d{4}-\d\d-\d\d \d\d:\d\d.* Were invoices or receipts given after it/,
    );
    expect(stderr).toContain('--last NUMBER');
    expect([code, stdout, existsSync(next.data)]).toEqual([2, '', false]);
  });

  test('a receipt after the backup keeps it from being restored, and the way on is said', async () => {
    const { code, stderr } = await next.run(['restore'], '--from', newest(), '--last', 'T1-000007');
    expect(stderr).toContain('T1-000007 was given to a customer');
    expect(stderr).toContain('another serial number');
    expect([code, existsSync(next.data)]).toEqual([2, false]);
    // The former records are still there to be read.
    const lines = await next.run(['audit', 'list'], '--backup', newest());
    expect([lines.code, lines.stderr]).toEqual([2, expect.stringContaining('--backup')]);
    const read = await khatm('audit', 'list', '--backup', newest());
    expect(read.stdout).toContain('credential.onboarding');
  });

  test('the newest backup is named in place of an older one', async () => {
    const refused = await next.run(['restore'], '--from', older(), '--last', 'T1-000001');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(newest())]);
    const lied = await next.run(['restore'], '--from', older(), '--older', '--last', 'T1-000002');
    expect([lied.code, lied.stderr]).toEqual([2, expect.stringContaining('T1-000002 was given')]);
    expect(existsSync(next.data)).toBe(false);
  });

  test('a restored till says what it still needs, in every command', async () => {
    const restored = await next.run(['restore'], '--from', newest(), '--last', 'T1-000002');
    expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining('restored: 2 documents')]);
    expect(restored.stderr).toContain('khatm credential reissue');
    const key = /key is no longer where it was kept/;

    const diagnosis = await next.run(['diagnose']);
    expect(diagnosis.code).toBe(1);
    expect(issuing(diagnosis.stdout)).toMatch(
      /^Not in order\. The key of the certificate is not on this machine/,
    );
    expect((await next.nameManager()).code).toBe(0);
    const again = await next.run(['onboard'], '--config', config);
    expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(key)]);
    const served = await next.run(['serve']);
    expect([served.code, served.stderr]).toEqual([2, expect.stringMatching(key)]);
    const issued = await next.run(['issue', sale]);
    expect([issued.code, issued.stderr]).toEqual([2, expect.stringMatching(key)]);
  });

  test('with another certificate it goes on behind the last invoice', async () => {
    const renewed = await next.withOtp(authority.makeOtp(), ['credential', 'reissue']);
    expect([renewed.code, renewed.stderr]).toEqual([0, expect.not.stringContaining('khatm:')]);
    const issued = await next.run(['issue', sale]);
    expect(issued.stdout).toContain('"number":"T1-000003"');
    expect(issued.stdout).toContain('"status":"accepted"');
    const diagnosis = await next.run(['diagnose']);
    expect(issuing(diagnosis.stdout)).toMatch(/^In order/);
  });

  test('the diagnosis names a counter that the authority knows already', async () => {
    // The dead machine was not dead.
    const twice = await dead.run(['issue', sale]);
    expect(twice.stdout).not.toContain('"status":"accepted"');
    const other = machine('third');
    const restored = await other.run(['restore'], '--from', newest(), '--last', 'T1-000002');
    expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('credential reissue')]);
    await other.nameManager();
    expect((await other.withOtp(authority.makeOtp(), ['credential', 'reissue'])).code).toBe(0);
    expect((await other.run(['issue', sale])).stdout).toContain('sandbox-counter-reused');
    const diagnosis = await other.run(['diagnose']);
    expect([diagnosis.code, issuing(diagnosis.stdout)]).toEqual([
      1,
      expect.stringMatching(/another invoice under a number/),
    ]);
    expect((await other.run(['onboard'], '--config', config)).code).toBe(1);
  });

  test('a folder that was copied goes on after its last number was said, and not before', async () => {
    const copied = machine('copied');
    cpSync(next.data, copied.data, { recursive: true });
    const diagnosis = await copied.run(['diagnose']);
    expect([diagnosis.code, issuing(diagnosis.stdout)]).toEqual([
      1,
      expect.stringMatching(/moved or copied/),
    ]);
    expect(diagnosis.stdout).toContain('khatm ledger adopt');
    const adopt = (...more: string[]) => copied.run(['ledger', 'adopt'], ...more);
    expect(await adopt('--last', 'T1-000003')).toMatchObject({ code: 2, stdout: '' });
    const unanswered = await adopt('--only-copy');
    expect([unanswered.code, unanswered.stderr]).toEqual([2, expect.stringContaining('T1-000003 of 20')]);
    const older = await adopt('--only-copy', '--last', 'T1-000009');
    expect([older.code, older.stderr]).toEqual([2, expect.stringContaining('T1-000009 was given')]);
    expect((await copied.run(['issue', sale])).code).toBe(2);
    const adopted = await adopt('--only-copy', '--last', 'T1-000003');
    expect([adopted.code, adopted.stderr, adopted.stdout]).toEqual([0, '', 'these records go on here\n']);
    expect((await copied.run(['diagnose'])).stdout).toMatch(/Issuing invoices: In order/);
  });
});
