import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepsClock } from '../../../main/app/diagnosis/go-live/keeps-clock.ts';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { type Sandbox, startSandbox } from '../../../main/sandbox/start-sandbox.ts';
import { coffee, forBusiness } from '../../support/go-live.ts';
import { khatm, khatmWith, newFolder } from '../../support/khatm.ts';

const folder = newFolder('cli-go-live');
const data = path.join(folder, 'data');
const config = path.join(folder, 'company.json');
const secrets = { KHATM_PASSPHRASE: 'the shop at the corner', KHATM_PIN: '482913' };
const without = ['--without', 'articles,people,printer, backup'];
const everything = ['articles', 'people', 'printer', 'backup'];

// A machine that does not synchronize its clock cannot go live.
describe.skipIf((await keepsClock()) === 'not-kept')('a terminal brought live by script', () => {
  let simulation: Sandbox;
  let production: Sandbox;
  beforeAll(async () => {
    simulation = await startSandbox({ clock: systemClock, plays: 'simulation' });
    production = await startSandbox({ clock: systemClock, plays: 'production' });
    writeFileSync(config, (await khatm('onboard', '--example')).stdout);
  });
  afterAll(async () => {
    await simulation.close();
    await production.close();
  });

  const onboard = (env: string, authority: Sandbox, ...more: string[]) =>
    khatmWith(
      { ...secrets, KHATM_OTP: authority.makeOtp() },
      'onboard',
      ...['--data', data, '--config', config, '--env', env, '--address', authority.address, ...more],
    );
  const live = (...more: string[]) => onboard('production', production, '--confirm', 'production', ...more);

  test('is told what is missing, and nothing of production is begun', async () => {
    expect((await onboard('simulation', simulation, '--manager', 'Mona')).code).toBe(0);
    const { code, stdout, stderr } = await live();
    expect([code, stdout]).toEqual([2, '']);
    for (const row of [...everything, 'sale', 'clearance'])
      expect(stderr).toMatch(new RegExp(`^${row}: Still`, 'm'));
    expect(stderr).toMatch(/^clock: Done/m);
    expect(stderr).toContain('cannot go live yet. Still to do: Articles, People');
    expect((await khatm('credential', 'status', '--data', data, '--env', 'production')).code).toBe(2);
  });

  test.each([
    ['clock', 'production', /only articles, people, limits, shifts, printer, backup/],
    ['sale', 'production', /only articles, people, limits, shifts, printer, backup/],
    ['articles', 'simulation', /is for production/],
  ])('cannot be told to do without the %s in %s', async (row, env, words) => {
    const { code, stderr } = await onboard(env, simulation, '--confirm', 'production', '--without', row);
    expect(stderr).toMatch(words);
    expect(code).toBe(2);
  });

  test('goes live after a trial sale and a cleared invoice, without the rest that the call names', async () => {
    const early = await live(...without);
    expect([early.code, early.stderr]).toEqual([
      2,
      expect.stringContaining('Still to do: Trial sale, Trial business invoice.'),
    ]);
    const sales = [coffee, forBusiness].map((sale, index) => {
      const file = path.join(folder, `sale-${index}.json`);
      writeFileSync(file, JSON.stringify(sale));
      return file;
    });
    const sold = await khatmWith(secrets, 'issue', ...sales, '--data', data, '--env', 'simulation');
    expect(sold.stdout.match(/"status":"accepted"/g)).toHaveLength(2);
    const done = await live(...without);
    expect(done.stderr).not.toContain('khatm:');
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('state: In service')]);
    const audit = await khatmWith(secrets, 'audit', 'list', '--data', data, '--env', 'production');
    expect(audit.stdout).toMatch(/credential\.onboarding\.asked/);
  });

  test('is asked nothing any more once it is live', async () => {
    expect((await live()).code).toBe(0);
    const renewed = await khatmWith(
      { ...secrets, KHATM_OTP: production.makeOtp() },
      ...['credential', 'renew', '--data', data, '--env', 'production'],
    );
    expect([renewed.code, renewed.stderr]).toEqual([0, expect.not.stringContaining('khatm:')]);
  });
});
