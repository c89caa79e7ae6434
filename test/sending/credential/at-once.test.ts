import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fail } from '../../../shared/failure.ts';
import { openShop } from './shop.ts';

/*
 * Tests flows with disturbances: two at once, abandoned and stopped ones, a full disk, a wrong clock, and a revoked old
 * pair.
 */

let shop: Awaited<ReturnType<typeof openShop>>;
const view = () => shop.credentials.view({ lastDay: 0, inARow: 0 });

beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

describe('giving up', () => {
  test('excludes going on: no credential comes into force whose key is destroyed', async () => {
    shop.direct('compliance-refused=standard*1');
    await shop.onboard();
    const gone = shop.credentials.flow.abandon();
    await expect(shop.credentials.flow.proceed()).rejects.toMatchObject({
      failure: { code: 'flow-running' },
    });
    await gone;
    expect(shop.credentials.state()).toBe('none');
    expect(await shop.vault.has('simulation/')).toBe(false);
  });

  test('one whose last row is missing is brought to its end instead', async () => {
    const { end } = shop.ledger.flows;
    Object.assign(shop.ledger.flows, {
      end: () => {
        throw new Error('the power went');
      },
    });
    expect(await shop.onboard()).toBe('internal');
    Object.assign(shop.ledger.flows, { end });
    await shop.credentials.flow.abandon();
    expect(shop.credentials.state()).toBe('production');
    expect(view().flow).toBeUndefined();
    expect(shop.issue().icv).toBe(1);
  });

  test('leaves nothing of a production pair that was never in force, and a new beginning goes through', async () => {
    const { save } = shop.ledger.credentials;
    Object.assign(shop.ledger.credentials, {
      save: (...args: Parameters<typeof save>) => {
        if (args[0].stage === 'production') throw new Error('the row cannot be written');
        return save(...args);
      },
    });
    expect(await shop.onboard()).toBe('internal');
    expect(await shop.vault.has('simulation/production/')).toBe(true);
    await shop.credentials.flow.abandon();
    expect(await shop.vault.has('simulation/')).toBe(false);
    Object.assign(shop.ledger.credentials, { save });
    expect(await shop.onboard()).toBeUndefined();
  });
});

describe('stopping', () => {
  test('waits for the call under way, keeps its answer and begins no further one', async () => {
    shop.direct('delay=50@compliance');
    const begun = shop.onboard();
    await expect.poll(() => shop.ledger.flows.open()?.asked).toBe('compliance');
    const stopped = shop.credentials.flow.stop();
    await expect.poll(() => shop.clock.waiting).toBe(1);
    shop.clock.advance(50);
    await stopped;
    expect(await begun).toBe('terminal-busy');
    expect(shop.ledger.flows.open()?.failure).toBeUndefined();
    await shop.restart();
    expect(shop.credentials.state()).toBe('compliance');
    expect(await shop.credentials.flow.proceed()).toBeUndefined();
  });
});

test('a full disk after the answer loses nothing: the pair is in the vault, and no new password is needed', async () => {
  const { save } = shop.ledger.credentials;
  Object.assign(shop.ledger.credentials, { save: () => fail('disk-full') });
  expect(await shop.onboard()).toBe('disk-full');
  Object.assign(shop.ledger.credentials, { save });
  expect(await shop.credentials.flow.proceed()).toBeUndefined();
});

test('a clock that is behind costs no password: set right, what was issued serves', async () => {
  shop.direct('clock-skew=7200');
  expect(await shop.onboard()).toBe('gateway-refused');
  expect(view().flow).toMatchObject({
    needsOtp: false,
    failure: { detail: { code: 'certificate-not-yet' } },
  });
  shop.direct();
  shop.clock.advance(7200_000);
  expect(await shop.credentials.flow.proceed()).toBeUndefined();
});

test('an old pair that the renewal ended holds nothing up: what it stamped goes under the new one', async () => {
  await shop.onboard();
  const entry = shop.issue();
  shop.clock.advance(1000);
  shop.direct('renewal-ends-old');
  await shop.credentials.flow.begin('renewal', shop.sandbox.makeOtp());
  const renewed = view().certificate?.serial;
  const first = await shop.send(entry.uuid);
  expect(first).toMatchObject({ outcome: { kind: 'credential-refused' } });
  expect(first.serial).not.toBe(renewed);
  expect(await shop.send(entry.uuid)).toMatchObject({ serial: renewed, outcome: { kind: 'accepted' } });
  expect(view().predecessor).toBeUndefined();
});
