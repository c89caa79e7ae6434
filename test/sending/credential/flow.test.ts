import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGateway } from '../../../main/gateway/client.ts';
import { authorityProfile } from '../../../main/gateway/profile.ts';
import { day, openShop } from './shop.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const view = () => shop.credentials.view({ lastDay: 0, inARow: 0 });
const actions = () =>
  shop.ledger.audit
    .list({ limit: 100 })
    .map(({ action }) => action)
    .filter((action) => !action.endsWith('s-recorded'))
    .reverse();
/** Returns the names in the vault, without the ledger's ID. */
const names = async () =>
  (await shop.vault.names('')).map((name) => name.replace(`${shop.ledger.id.slice(0, 8)}-`, ''));

describe('onboarding', () => {
  test('goes from nothing to a production credential, every transition in the audit log', async () => {
    expect(shop.credentials.state()).toBe('none');
    expect(await shop.onboard()).toBeUndefined();
    expect(shop.credentials.state()).toBe('production');
    expect(actions()).toEqual([
      'credential.onboarding.begun',
      'credential.compliance',
      'credential.eligible',
      'credential.production',
      'credential.onboarding.done',
    ]);
    // The compliance pair is no longer needed: only the key and the production pair remain.
    expect(await names()).toEqual(['simulation/key/1', 'simulation/production/1']);
    const { certificate, daysLeft, history, flow } = view();
    expect(flow).toBeUndefined();
    expect(certificate).toMatchObject({ vatNumber: '399999999900003', organization: 'Training Store' });
    expect(daysLeft).toBeGreaterThan(300);
    expect(history.map(({ stage, end }) => [stage, end])).toEqual([
      ['production', undefined],
      ['compliance', 'superseded'],
    ]);
  });

  test.each([
    ['otp-refused', 'Invalid-OTP'],
    ['template-refused', 'NOT_COMPLIANT'],
  ])('%s: says so, spends nothing, and takes a new password', async (fault, code) => {
    shop.direct(fault);
    expect(await shop.onboard()).toBe('gateway-refused');
    expect(view().flow).toMatchObject({
      needsOtp: true,
      running: false,
      failure: { detail: { step: 'compliance' } },
    });
    expect(JSON.stringify(view().flow?.failure)).toContain(code === 'NOT_COMPLIANT' ? 'olic' : code);
    expect(shop.credentials.state()).toBe('none');
    shop.direct();
    expect(await shop.onboard()).toBeUndefined();
  });

  test('a used and an expired password are refused', async () => {
    const otp = shop.sandbox.makeOtp();
    await shop.credentials.flow.begin('onboarding', otp);
    const old = shop.sandbox.makeOtp();
    expect((await shop.credentials.flow.begin('renewal', otp))?.code).toBe('gateway-refused');
    shop.clock.advance(61 * 60_000);
    expect((await shop.credentials.flow.begin('renewal', old))?.code).toBe('gateway-refused');
    expect(shop.credentials.state()).toBe('production');
  });

  test('a test document that fails shows why; only it goes again', async () => {
    shop.direct('compliance-refused=simplified-credit-note*1');
    expect(await shop.onboard()).toBe('gateway-refused');
    const stopped = view().flow;
    expect(stopped?.needsOtp).toBe(false);
    expect(stopped?.series.map(({ state }) => state)).toEqual([
      'passed',
      'passed',
      'passed',
      'passed',
      'failed',
      'passed',
    ]);
    expect(stopped?.series[4]?.messages).not.toEqual([]);
    expect(shop.credentials.state()).toBe('compliance');
    expect(await shop.credentials.flow.proceed()).toBeUndefined();
    expect(shop.credentials.state()).toBe('production');
  });

  test('steps that the authority misses are all done again', async () => {
    shop.direct('missing-step=standard*1');
    expect(await shop.onboard()).toBe('gateway-refused');
    expect(view().flow?.failure?.detail).toMatchObject({ code: 'Missing-ComplianceSteps' });
    expect(view().flow?.series.every(({ state }) => state === 'waiting')).toBe(true);
    expect(await shop.credentials.flow.proceed()).toBeUndefined();
  });

  test('a lost answer to the request for a pair asks for a new password and leaves no half', async () => {
    shop.direct('drop@compliance*1');
    expect(await shop.onboard()).toBe('gateway-unreachable');
    expect(shop.ledger.flows.open()?.asked).toBe('compliance');
    await shop.restart();
    expect(shop.credentials.state()).toBe('none');
    expect(view().flow).toMatchObject({ needsOtp: true });
    expect(await names()).toEqual(['simulation/key/1']);
    expect(await shop.onboard()).toBeUndefined();
  });

  test('a lost answer to the request for production is asked for again', async () => {
    shop.direct('drop@production*1');
    expect(await shop.onboard()).toBe('gateway-unreachable');
    expect(shop.credentials.state()).toBe('eligible');
    await shop.restart();
    expect(view().flow).toMatchObject({ needsOtp: false });
    expect(await shop.credentials.flow.proceed()).toBeUndefined();
  });

  test('where the authority issues production only once, a lost answer is given up and begun anew', async () => {
    shop.direct('drop@production*1', 'production-once');
    await shop.onboard();
    expect((await shop.credentials.flow.proceed())?.code).toBe('gateway-refused');
    await shop.credentials.flow.abandon();
    expect(shop.credentials.state()).toBe('none');
    expect(await names()).toEqual([]);
    shop.direct();
    expect(await shop.onboard()).toBeUndefined();
  });

  test('a pair whose row was never written is found in the vault after the crash', async () => {
    const save = shop.ledger.credentials.save;
    let saves = 0;
    Object.assign(shop.ledger.credentials, {
      save: (...args: Parameters<typeof save>) => {
        saves += 1;
        if (saves === 1) throw new Error('the power went');
        return save(...args);
      },
    });
    expect(await shop.onboard()).toBe('internal');
    await shop.restart();
    expect(shop.credentials.state()).toBe('none');
    // The password is unnecessary, because the pair already exists.
    expect(await shop.credentials.flow.proceed()).toBeUndefined();
    expect(shop.credentials.state()).toBe('production');
  });

  test('a production pair whose row was never written is taken up at the next start', async () => {
    const end = shop.ledger.flows.end;
    Object.assign(shop.ledger.flows, {
      end: () => {
        throw new Error('the power went');
      },
    });
    expect(await shop.onboard()).toBe('internal');
    expect(end).toBeTypeOf('function');
    await shop.restart();
    expect(shop.credentials.state()).toBe('production');
    expect(shop.ledger.flows.open()).toBeUndefined();
    expect(shop.issue().icv).toBe(1);
  });

  test('a vault that cannot be written stops it before the password is spent', async () => {
    shop.breakVaultAt((name) => name.includes('/key/'));
    const otp = shop.sandbox.makeOtp();
    expect(await shop.credentials.flow.begin('onboarding', otp)).toEqual({ code: 'internal' });
    await shop.restart();
    expect(await shop.credentials.flow.proceed(otp)).toBeUndefined();
  });

  test('a certificate for another key, as the developer portal gives, is not taken', async () => {
    shop.direct('canned-certificate');
    expect(await shop.onboard()).toBe('gateway-refused');
    expect(view().flow?.failure?.detail).toMatchObject({ code: 'certificate-key' });
    expect(await names()).toEqual(['simulation/key/1']);
  });

  test('no second one beside it, and none for a terminal that has one', async () => {
    shop.direct('status=503@compliance');
    await shop.onboard();
    await expect(shop.credentials.flow.begin('renewal', '123456')).rejects.toMatchObject({
      failure: { code: 'flow-running' },
    });
    shop.direct();
    await shop.onboard();
    await expect(shop.credentials.flow.begin('onboarding', '123456')).rejects.toMatchObject({
      failure: { code: 'already-onboarded' },
    });
  });
});

describe('renewal', () => {
  beforeEach(async () => {
    await shop.onboard();
  });

  test('is offered from 60 days before the end of the certificate', () => {
    const { daysLeft = 0 } = view();
    shop.clock.advance((daysLeft - 61) * day);
    expect(view()).toMatchObject({ daysLeft: 61, renewalDue: false });
    shop.clock.advance(day);
    expect(view()).toMatchObject({ daysLeft: 60, renewalDue: true });
  });

  test.each([
    ['at once', []],
    ['by way of 428', ['not-compliant*1']],
    ['by way of a bare 428', ['not-compliant-bare*1']],
  ])('%s: the chain goes on, and the old pair goes when the new one has proved itself', async (_, faults) => {
    const first = shop.issue();
    const before = view().certificate?.serial;
    shop.clock.advance(1000);
    shop.direct(...faults);
    expect(await shop.credentials.flow.begin('renewal', shop.sandbox.makeOtp())).toBeUndefined();
    expect(shop.credentials.state()).toBe('production');
    expect(view().certificate?.serial).not.toBe(before);
    expect(view().predecessor?.serial).toBe(before);
    expect((await names()).filter((name) => !name.includes('/key/'))).toEqual([
      'simulation/production/1',
      'simulation/production/2',
    ]);

    const second = shop.issue();
    expect([second.icv, second.previousHash]).toEqual([2, first.hash]);
    // Each document is sent with the pair that stamped it.
    expect((await shop.send(second.uuid)).serial).toBe(view().certificate?.serial);
    expect(view().predecessor?.serial, 'what it stamped still waits').toBe(before);
    expect(await shop.send(first.uuid)).toMatchObject({ serial: before, outcome: { kind: 'accepted' } });
    expect(view().predecessor).toBeUndefined();
    expect(await names()).toEqual(['simulation/key/2', 'simulation/production/2']);
    expect(view().history.find(({ serial }) => serial === before)).toMatchObject({ end: 'renewed' });
  });

  describe('a new pair that is refused before it served', () => {
    let before: string | undefined;
    let after: string | undefined;
    const minutes = (count: number) => shop.clock.advance(count * 60_000);
    const inForce = () => shop.credentials.keyRing.inForce()?.certificate.serial;
    const trial = () => view().trial;

    beforeEach(async () => {
      before = inForce();
      shop.clock.advance(1000);
      await shop.credentials.flow.begin('renewal', shop.sandbox.makeOtp());
      after = inForce();
      shop.direct('status=401@reporting*1');
    });

    test('is kept, and the old one stamps and sends meanwhile', async () => {
      const entry = shop.issue();
      expect((await shop.send(entry.uuid)).serial).toBe(after);
      expect([inForce(), view().certificate?.serial]).toEqual([before, before]);
      expect(trial()).toMatchObject({ certificate: { serial: after }, rejections: 1 });
      // The same document is stamped again with the old pair, because the invoice hash does not cover the stamp.
      expect(await shop.send(entry.uuid)).toMatchObject({ serial: before, outcome: { kind: 'accepted' } });
      expect(await names()).toEqual([
        'simulation/key/1',
        'simulation/key/2',
        'simulation/production/1',
        'simulation/production/2',
      ]);
      await shop.restart();
      expect([inForce(), trial()?.certificate.serial]).toEqual([before, after]);
    });

    test('is tried again, ever more seldom, and serves once it is let in', async () => {
      await shop.send(shop.issue().uuid);
      minutes(4);
      expect((await shop.send(shop.issue().uuid)).serial).toBe(before);
      shop.direct('status=401@reporting*1');
      minutes(2);
      const second = shop.issue();
      expect((await shop.send(second.uuid)).serial).toBe(after);
      expect(trial()?.rejections).toBe(2);
      expect((await shop.send(second.uuid)).serial).toBe(before);
      minutes(6);
      expect((await shop.send(shop.issue().uuid)).serial, 'ten minutes now').toBe(before);
      await shop.restart();
      minutes(5);
      const third = shop.issue();
      expect(shop.credentials.keyRing.forDocument(third.issuedAt)?.certificate.serial).toBe(after);
      expect(await shop.send(third.uuid)).toMatchObject({ serial: after, outcome: { kind: 'accepted' } });
      expect([inForce(), trial()]).toEqual([after, undefined]);
    });

    test('goes when a person gives it up', async () => {
      await shop.send(shop.issue().uuid);
      await shop.credentials.flow.abandon();
      expect([inForce(), trial()]).toEqual([before, undefined]);
      expect(await names()).toEqual(['simulation/key/1', 'simulation/production/1']);
      await shop.restart();
      expect(inForce()).toBe(before);
    });

    test('goes when a person has another one issued', async () => {
      await shop.send(shop.issue().uuid);
      shop.clock.advance(1000);
      expect(await shop.credentials.flow.begin('renewal', shop.sandbox.makeOtp())).toBeUndefined();
      expect(trial()).toBeUndefined();
      const { serial, outcome } = await shop.send(shop.issue().uuid);
      expect([before, after]).not.toContain(serial);
      expect(outcome.kind).toBe('accepted');
      expect(view().history.find((each) => each.serial === after)).toMatchObject({ end: 'abandoned' });
    });

    test('is in force when the old one has run out', async () => {
      await shop.send(shop.issue().uuid);
      const end = Date.parse(view().certificate?.validTo ?? '');
      shop.clock.advance(end - shop.clock.now() + 1);
      expect(inForce()).toBe(after);
    });

    test('and the old one after it: both stay, and whichever is let in serves', async () => {
      const entry = shop.issue();
      await shop.send(entry.uuid);
      shop.direct('status=401@reporting*1');
      expect((await shop.send(entry.uuid)).serial).toBe(before);
      expect(inForce()).toBe(after);
      expect(await names()).toHaveLength(4);
      expect(await shop.send(entry.uuid)).toMatchObject({ serial: after, outcome: { kind: 'accepted' } });
    });
  });

  test('a lost answer leaves the old pair in force; a new password goes on', async () => {
    const before = view().certificate?.serial;
    shop.direct('drop@renewal*1');
    expect((await shop.credentials.flow.begin('renewal', shop.sandbox.makeOtp()))?.code).toBe(
      'gateway-unreachable',
    );
    await shop.restart();
    expect(shop.credentials.keyRing.inForce()?.certificate.serial).toBe(before);
    expect(view().flow).toMatchObject({ kind: 'renewal', needsOtp: true });
    expect(await shop.credentials.flow.proceed(shop.sandbox.makeOtp())).toBeUndefined();
  });

  test('given up half-way, leaves all as it was', async () => {
    shop.direct('not-compliant*1', 'compliance-refused=standard');
    await shop.credentials.flow.begin('renewal', shop.sandbox.makeOtp());
    expect(view().flow?.series[0]?.state).toBe('failed');
    await shop.credentials.flow.abandon();
    expect(await names()).toEqual(['simulation/key/1', 'simulation/production/1']);
    expect(shop.credentials.state()).toBe('production');
    expect(view().flow).toBeUndefined();
  });
});

describe('re-issue on suspicion of a leak', () => {
  test('sends what waits first, then a new key and pair; the old are destroyed and refused', async () => {
    await shop.onboard();
    const entry = shop.issue();
    const old = shop.credentials.keyRing.inForce();
    shop.clock.advance(1000);
    expect(await shop.credentials.flow.begin('reissue', shop.sandbox.makeOtp())).toBeUndefined();
    expect(shop.moved).toContain('waiting sent');
    expect(view().predecessor).toBeUndefined();
    expect(await names()).toEqual(['simulation/key/2', 'simulation/production/2']);
    expect(view().history.find(({ serial }) => serial === old?.certificate.serial)).toMatchObject({
      end: 'revoked',
    });
    // Delayed documents are sent with the new pair, with the bytes that were stamped.
    expect((await shop.send(entry.uuid)).outcome).toMatchObject({ kind: 'accepted' });
    expect(shop.issue()).toMatchObject({ icv: 2, previousHash: entry.hash });

    const gateway = createGateway({
      profile: authorityProfile,
      baseUrl: shop.sandbox.address,
      fetch: globalThis.fetch,
    });
    const claimed = shop.ledger.queue.claimDue(shop.clock.now() + day, 1, 1000)[0];
    if (old === undefined || claimed === undefined) throw new Error('nothing to try with');
    expect((await gateway.report(old.pair, claimed)).kind).toBe('credential-refused');
  });

  test('an authority that refuses the old stamp under the new pair says so on the document', async () => {
    await shop.onboard();
    const entry = shop.issue();
    shop.clock.advance(1000);
    await shop.credentials.flow.begin('reissue', shop.sandbox.makeOtp());
    shop.direct('old-stamp-refused');
    expect((await shop.send(entry.uuid)).outcome).toMatchObject({ kind: 'rejected' });
  });
});
