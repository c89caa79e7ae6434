import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { type Sandbox, startSandbox } from '../../../main/sandbox/start-sandbox.ts';
import { khatm, khatmWith, newFolder } from '../../support/khatm.ts';

/* Somebody who may write the ledger's file changes its settings. Neither a sale nor a secret follows them. */

const folder = newFolder('edited-settings');
const data = path.join(folder, 'data');
const sale = path.join(folder, 'sale.json');
const config = path.join(folder, 'company.json');
const secrets = { KHATM_PASSPHRASE: 'the shop at the corner', KHATM_PIN: '482913' };
const where = ['--data', data, '--env', 'simulation'];
const run = (...args: string[]) => khatmWith(secrets, ...args, ...where);
const openFile = () => new BetterSqlite3(path.join(data, 'simulation', 'ledger.db'));
const issuing = (stdout: string) => /^\d+\. Issuing invoices: (.*)$/m.exec(stdout)?.[1];

describe('a ledger’s file with other settings', () => {
  let authority: Sandbox;

  beforeAll(async () => {
    authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
    writeFileSync(config, (await khatm('onboard', '--example')).stdout);
    writeFileSync(sale, JSON.stringify({ lines: [{ name: 'Coffee', quantity: 1, unitPrice: '10.00' }] }));
    const onboarded = await khatmWith(
      { ...secrets, KHATM_OTP: authority.makeOtp() },
      ...['onboard', ...where, '--config', config, '--address', authority.address, '--manager', 'Mona'],
    );
    expect(onboarded.code).toBe(0);
  });
  afterAll(() => authority.close());

  test.each([
    ['VAT number', '399999999900003', '311111111100003'],
    ['Name in the certificate', '"organization":"Training Store"', '"organization":"Another"'],
    ['Beginning of the invoice numbers', '"numberPrefix":"T1"', '"numberPrefix":"T9"'],
  ])(
    'of the company issue nothing under another %s, until they are put right',
    async (field, before, after) => {
      const database = openFile();
      const company = database.prepare<[], string>(`SELECT value FROM setting WHERE key = 'company'`).pluck();
      const text = company.get() ?? '';
      expect(text).toContain(before);
      database
        .prepare(`UPDATE setting SET value = ? WHERE key = 'company'`)
        .run(text.replaceAll(before, after));
      database.close();

      const issued = await run('issue', sale);
      expect([issued.code, issued.stdout, issued.stderr]).toEqual([
        2,
        '',
        expect.stringContaining(`${field} is`),
      ]);
      const diagnosis = await run('diagnose');
      expect([diagnosis.code, issuing(diagnosis.stdout)]).toEqual([
        1,
        expect.stringContaining(`${field} is`),
      ]);
      const served = await run('serve');
      expect([served.code, served.stderr]).toEqual([2, expect.stringContaining('not those of')]);

      const mended = await run('onboard', '--config', config);
      expect([mended.code, mended.stderr]).toEqual([0, '']);
      expect((await run('issue', sale)).stdout).toContain('"status":"accepted"');
    },
  );

  test.each([
    ['gateway.address', (at: string) => `${at}/e-invoicing/simulation`],
    ['network', (at: string) => ({ proxy: at, user: 'till', authorities: [] })],
  ])('send no secret elsewhere: %s', async (name, valueAt) => {
    const seen: string[] = [];
    const stranger = createServer((request, response) => {
      seen.push(`${request.method} ${request.headers.authorization}`);
      response.end('{}');
    });
    stranger.on('connect', ({ url }, socket) => {
      seen.push(`CONNECT ${url}`);
      socket.destroy();
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const value = JSON.stringify({ form: name, version: 1, value: valueAt(`http://127.0.0.1:${port}`) });
    const database = openFile();
    database
      .prepare('INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
      .run(name, value);
    database.close();

    expect((await run('diagnose')).stdout).toMatch(
      /^ *\d+\. Settings: Look at this\. .*changed outside this program/m,
    );
    expect((await run('issue', sale)).stdout).toContain('"status":"accepted"');
    expect(seen.filter((line) => !line.startsWith('HEAD'))).toEqual([]);
    expect((await run('diagnose')).stdout).toMatch(/^ *\d+\. Settings: In order/m);
    const lines = await run('audit', 'list', '--action', 'network.restored');
    expect(lines.stdout).toContain(String(port));
    stranger.close();
  });

  test('are changed on purpose all the same, and stay so', async () => {
    expect((await run('network', '--proxy', 'none')).stdout).toContain('proxy: none');
    expect((await run('issue', sale)).stdout).toContain('"status":"accepted"');
    expect((await run('network')).stdout).toContain('proxy: none');
  });
});
