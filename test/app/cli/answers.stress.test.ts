import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTerminal } from '../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { type Sandbox, startSandbox } from '../../../main/sandbox/start-sandbox.ts';
import { startAuthorityProxy } from '../../support/authority-proxy.ts';
import { khatm, khatmWith, newFolder } from '../../support/khatm.ts';

const folder = newFolder('cli-answers');
const data = path.join(folder, 'data');
const secrets = { KHATM_PASSPHRASE: 'the shop at the corner', KHATM_PIN: '482913' };
const at = ['--data', data, '--env', 'simulation'];
const run = (...args: string[]) => khatmWith(secrets, ...args);
const sale = path.join(folder, 'sale.json');

describe('what the authority answers, at the command line', () => {
  let authority: Sandbox;
  let proxy: Awaited<ReturnType<typeof startAuthorityProxy>>;

  beforeAll(async () => {
    authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
    proxy = await startAuthorityProxy(authority.address);
    const config = path.join(folder, 'company.json');
    writeFileSync(config, (await khatm('onboard', '--example')).stdout);
    writeFileSync(sale, JSON.stringify({ lines: [{ name: 'تمر', quantity: 1, unitPrice: '10.00' }] }));
    const { code, stderr } = await khatmWith(
      { ...secrets, KHATM_OTP: authority.makeOtp() },
      'onboard',
      ...at,
      '--config',
      config,
      '--address',
      proxy.address,
      '--manager',
      'Mona',
    );
    expect(code, stderr).toBe(0);
  });
  beforeEach(() => proxy.answer());
  afterAll(async () => {
    await proxy.close();
    await authority.close();
  });

  test('says why a document was rejected, in whatever shape the reason came', async () => {
    const item = { errorCode: 'KSA-X', errorText: 'the seller is unknown' };
    const body = { reportingStatus: 'NOT_REPORTED', validationResults: { errorMessages: [item] } };
    proxy.answer('reporting', { status: 400, body });
    const { code, stdout, stderr } = await run('issue', sale, ...at);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'rejected',
      reasons: [{ code: 'KSA-X', message: 'the seller is unknown' }],
      authorityAnswer: { httpStatus: 400, body: JSON.stringify(body), cut: false },
    });
    expect(stderr).toContain('KSA-X the seller is unknown');
    expect(code).toBe(1);
  });

  test('says with which remarks a document was accepted', async () => {
    const item = { type: 'WARNING', code: 'BR-KSA-98', message: 'it came late' };
    proxy.answer('reporting', {
      status: 202,
      body: {
        reportingStatus: 'REPORTED',
        validationResults: { status: 'WARNING', warningMessages: [item] },
      },
    });
    const { code, stdout, stderr } = await run('issue', sale, ...at);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'accepted', remarks: [item] });
    expect(stderr).toMatch(/Accepted, with remarks:\n {2}BR-KSA-98 it came late/);
    expect(code).toBe(0);
  });

  test('says what came where nothing of it can be read', async () => {
    proxy.answer('reporting', { status: 418, body: '<h1>\u001b[2Jteapot</h1>' });
    const { code, stdout, stderr } = await run('issue', sale, ...at);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'waiting',
      authorityAnswer: { httpStatus: 418, body: '<h1>\u001b[2Jteapot</h1>' },
    });
    expect(stderr).toContain('HTTP 418 <h1> [2Jteapot</h1>');
    // The authority has not refused the document, so it is sent again later.
    expect(code).toBe(0);
  });

  test('is asked for in the language of the terminal', async () => {
    const requestedLanguage = () => proxy.calls.at(-1)?.headers['accept-language'];
    await run('issue', sale, ...at);
    expect(requestedLanguage()).toBe('en');
    const terminal = await openTerminal({
      folder: data,
      version: '1.0.0',
      environment: 'simulation',
      passphrase: secrets.KHATM_PASSPHRASE,
    });
    const page = (name: string, input: unknown) => terminal.callFromScreen(name, input);
    expect(await page('terminal.setLanguage', { language: 'fr' })).toMatchObject({ ok: false });
    expect(await page('terminal.setLanguage', { language: 'ar' })).toMatchObject({ ok: true, value: {} });
    await terminal.ready();
    await terminal.call('sale.issue', JSON.parse(readFileSync(sale, 'utf8')), {
      role: 'manager',
      name: 'Mona',
    });
    await terminal.idle();
    expect(requestedLanguage()).toBe('ar');
    await terminal.close();
    await run('issue', sale, ...at);
    expect(requestedLanguage(), 'another program on the same terminal').toBe('ar');
  });

  test('a 401 that leaves a document waiting ends with 1, and status knows of it', async () => {
    proxy.answer('reporting', { status: 401, body: { code: 'invalid-credentials', message: 'no' } });
    const { code, stdout, stderr } = await run('issue', sale, ...at);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'waiting',
      reasons: [{ code: 'invalid-credentials' }],
    });
    expect(stderr).toContain('invalid-credentials no');
    expect(code).toBe(1);
    // The status is read in another process, which has made no call.
    proxy.answer('invoices', { status: 503, body: '' });
    const status = await run('credential', 'status', ...at);
    expect(status.stdout).toMatch(
      /refused: \d+ times? one after another\. The certificate is valid by its dates/,
    );
    expect(status.code).toBe(1);
    proxy.answer();
    expect((await run('issue', sale, ...at)).code).toBe(0);
    const mended = await run('credential', 'status', ...at);
    expect([mended.code, mended.stdout]).toEqual([0, expect.not.stringContaining('refused')]);
  });
});
