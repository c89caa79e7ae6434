import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Pair } from '../../main/gateway/basic.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { businessSale, consumerSale, Device, direct, issued, second, TestClock } from './device.ts';

/*
 * Tests the life of a production pair after it was issued: its end, renewal and re-issue, each requested while the
 * sandbox runs.
 */

const minute = 60 * second;
let clock: TestClock;
let sandbox: Sandbox;
let device: Device;
let pair: Pair;

beforeEach(async () => {
  clock = new TestClock();
  sandbox = await startSandbox({ clock });
  device = new Device(sandbox, clock);
  pair = await device.onboard();
});
afterEach(() => sandbox.close());

const unauthorized = { kind: 'credential-refused', answer: { httpStatus: 401 } };
const accepted = { kind: 'accepted', again: false };
const report = (by: Pair, from = device) => from.gateway.report(by, from.next(consumerSale, by));

describe('a pair', () => {
  test('expires with its certificate, which can be a matter of minutes', async () => {
    await direct(sandbox, 'certificate-minutes=5');
    const renewed = issued(await device.gateway.renewProduction(pair, device.request(), sandbox.makeOtp()));
    expect(renewed.certificate.validTo - renewed.certificate.validFrom).toBe(5 * minute);
    clock.advance(5 * minute);
    expect(await report(renewed.pair)).toMatchObject(accepted);
    clock.advance(second);
    expect(await report(renewed.pair)).toMatchObject(unauthorized);
    expect(await report(pair)).toMatchObject(accepted);
  });

  test('that expired leaves what it stamped in time good under the next pair, and nothing later', async () => {
    await direct(sandbox, 'certificate-minutes=5*1');
    const short = issued(
      await device.gateway.renewProduction(pair, device.request(), sandbox.makeOtp()),
    ).pair;
    const inTime = device.next(consumerSale, short);
    clock.advance(6 * minute);
    const tooLate = device.next(consumerSale, short);
    expect(await device.gateway.report(pair, inTime)).toMatchObject(accepted);
    expect(await device.gateway.report(pair, tooLate)).toMatchObject({
      kind: 'rejected',
      errors: [{ code: 'certificate-permissions' }],
    });
  });

  test('can be revoked: the newest one, those of a device, or all', async () => {
    const other = new Device(sandbox, clock, { serial: '1-Khatm|2-1|3-other' });
    const otherPair = await other.onboard();
    expect(await direct(sandbox, 'revoke')).toMatchObject({ changed: 1 });
    expect(await report(otherPair, other)).toMatchObject(unauthorized);
    expect(await report(pair)).toMatchObject(accepted);

    // The terminal's compliance pair is one of the two.
    expect(await direct(sandbox, 'revoke=3-test')).toMatchObject({ changed: 2 });
    expect(await report(pair)).toMatchObject(unauthorized);

    const again = await other.onboard();
    expect((await direct(sandbox, 'revoke=all')).changed).toBeGreaterThan(0);
    expect(await report(again, other)).toMatchObject(unauthorized);
    expect(await direct(sandbox, 'revoke')).toMatchObject({ changed: 0 });
  });

  test('whose secret was changed is refused', async () => {
    expect(await direct(sandbox, 'change-secret')).toMatchObject({ changed: 1 });
    expect(await report(pair)).toMatchObject(unauthorized);
  });

  test('can be refused for a while: 401 with the authority’s body, or 403', async () => {
    await direct(sandbox, 'status=401@reporting*1');
    await direct(sandbox, 'status=403@reporting*1');
    expect(await report(pair)).toMatchObject({ ...unauthorized, errors: [{ code: 'invalid-credentials' }] });
    expect(await report(pair)).toMatchObject({ kind: 'credential-refused', answer: { httpStatus: 403 } });
    expect(await report(pair)).toMatchObject(accepted);
  });
});

describe('renewal', () => {
  const renew = (next: Device, by = pair) =>
    next.gateway.renewProduction(by, next.request(), sandbox.makeOtp());

  test('leaves the older pair serving until its certificate ends', async () => {
    const next = device.withNewKey();
    const renewed = issued(await renew(next)).pair;
    const [before, after] = [next.next(consumerSale, renewed), next.next(consumerSale, renewed)];
    expect(await device.gateway.report(pair, before)).toMatchObject(accepted);
    expect(await next.gateway.report(renewed, after)).toMatchObject(accepted);
  });

  test('ends the older pairs at once where so requested', async () => {
    await direct(sandbox, 'renewal-ends-old');
    const next = device.withNewKey();
    const renewed = issued(await renew(next)).pair;
    expect(await report(pair)).toMatchObject(unauthorized);
    expect(await report(renewed, next)).toMatchObject(accepted);
    const third = next.withNewKey();
    const again = issued(await renew(third, renewed)).pair;
    expect(await report(renewed, next)).toMatchObject(unauthorized);
    expect(await report(again, third)).toMatchObject(accepted);
  });

  test('whose answer is lost costs the password; the older pair asks again', async () => {
    const next = device.withNewKey();
    await direct(sandbox, 'drop@renewal*1');
    const otp = sandbox.makeOtp();
    const ask = (with_: string) => next.gateway.renewProduction(pair, next.request(), with_);
    expect(await ask(otp)).toMatchObject({ kind: 'unknown', why: 'no-answer' });
    expect(await ask(otp)).toMatchObject({ kind: 'refused', code: 'Invalid-OTP' });
    issued(await ask(sandbox.makeOtp()));
  });

  test.each([
    ['not-compliant', true],
    ['not-compliant-bare', false],
  ])(
    'by way of 428 (%s) goes through the series, and is no re-issue: both pairs serve',
    async (text, wrapped) => {
      await direct(sandbox, `${text}*1`);
      const next = device.withNewKey();
      const outcome = await renew(next);
      if (outcome.kind !== 'not-compliant') throw new Error(outcome.kind);
      expect(outcome.answer.httpStatus).toBe(428);
      expect('value' in JSON.parse(outcome.answer.body)).toBe(wrapped);
      await next.passSeries(outcome.pair);
      const renewed = issued(await next.gateway.requestProduction(outcome.pair, outcome.requestId)).pair;
      const documents = [next.next(consumerSale, renewed), next.next(consumerSale, renewed)] as const;
      expect(await next.gateway.report(pair, documents[0])).toMatchObject(accepted);
      expect(await next.gateway.report(renewed, documents[1])).toMatchObject(accepted);
      expect(sandbox.record().chains).toMatchObject([{ last: 2, gaps: [], forks: [], reusedCounters: [] }]);
    },
  );
});

describe('re-issue: a new onboarding of the same device', () => {
  test('goes on with the chain and ends the older pair the moment the new one is issued', async () => {
    const waiting = device.next(consumerSale, pair);
    const next = device.withNewKey();
    const { pair: compliance, requestId } = await next.compliance();
    await next.passSeries(compliance);
    // Waiting documents are sent while the older pair is still valid.
    expect(await device.gateway.report(pair, waiting)).toMatchObject(accepted);
    const reissued = issued(await next.gateway.requestProduction(compliance, requestId)).pair;
    expect(await report(pair)).toMatchObject(unauthorized);
    expect(await report(reissued, next)).toMatchObject(accepted);
  });

  test('keeps the older pair where so requested', async () => {
    await direct(sandbox, 'reissue-keeps-old');
    const next = device.withNewKey();
    const reissued = await next.onboard();
    expect(await report(pair)).toMatchObject(accepted);
    expect(await next.gateway.clear(reissued, device.next(businessSale, pair))).toMatchObject(accepted);
  });

  test('another device’s pairs are left alone', async () => {
    const other = new Device(sandbox, clock, { serial: '1-Khatm|2-1|3-other' });
    await other.onboard();
    expect(await report(pair)).toMatchObject(accepted);
  });

  describe('a document stamped with the old key and sent under the new pair', () => {
    test('is accepted: the invoice hash does not cover the stamp', async () => {
      const waiting = [device.next(consumerSale, pair), device.next(businessSale, pair)] as const;
      const next = device.withNewKey();
      const reissued = await next.onboard();
      expect(await next.gateway.report(reissued, waiting[0])).toMatchObject(accepted);
      expect(await next.gateway.clear(reissued, waiting[1])).toMatchObject(accepted);
      expect(await report(reissued, next)).toMatchObject(accepted);
    });

    test('is refused where so requested, and one stamped with the new key is not', async () => {
      const waiting = device.next(consumerSale, pair);
      const next = device.withNewKey();
      const reissued = await next.onboard();
      await direct(sandbox, 'old-stamp-refused');
      expect(await next.gateway.report(reissued, waiting)).toMatchObject({
        kind: 'rejected',
        answer: { httpStatus: 400 },
        errors: [{ code: 'invalid-signing-certificate', category: 'CERTIFICATE_ERRORS' }],
      });
      expect(await report(reissued, next)).toMatchObject(accepted);
    });
  });
});
