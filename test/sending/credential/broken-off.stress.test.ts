import { afterEach, beforeEach, expect, test } from 'vitest';
import { openShop } from './shop.ts';

/*
 * The power fails while an old pair is being destroyed. The active pair must keep working, and the rest of the old one
 * must be removed.
 */

let shop: Awaited<ReturnType<typeof openShop>>;
beforeEach(async () => {
  shop = await openShop();
  await shop.onboard();
  shop.clock.advance(1000);
});
afterEach(() => shop.close());

const serial = () => shop.credentials.keyRing.inForce()?.certificate.serial;
/** Returns the names in the vault, without the ledger's ID. */
const names = async () =>
  (await shop.vault.names('')).map((name) => name.replace(`${shop.ledger.id.slice(0, 8)}-`, ''));
const newPairAlone = ['simulation/key/2', 'simulation/production/2'];
const ends = () =>
  shop.ledger.credentials
    .history()
    .filter(({ stage, endedAt }) => stage === 'production' && endedAt !== undefined)
    .map(({ endReason }) => endReason);

test.each(['production/', 'key/'])('after a renewal, at the secret %s', async (name) => {
  await shop.credentials.flow.begin('renewal', shop.sandbox.makeOtp());
  const renewed = serial();
  shop.breakVaultAtDelete('after', name);
  await expect(shop.send(shop.issue().uuid)).rejects.toThrow('the power went');
  await shop.restart();
  expect(serial()).toBe(renewed);
  expect(await names()).toEqual(newPairAlone);
  expect(ends()).toEqual(['renewed']);
  expect((await shop.send(shop.issue().uuid)).outcome.kind).toBe('accepted');
});

test.each([
  ['before', 'production/'],
  ['after', 'production/'],
  ['after', 'key/'],
] as const)('after a re-issue, %s the secret %s: nothing goes under the leaked pair', async (when, name) => {
  const waiting = shop.issue();
  shop.clock.advance(1000);
  shop.breakVaultAtDelete(when, name);
  await shop.credentials.flow.begin('reissue', shop.sandbox.makeOtp());
  await shop.restart();
  expect(await names()).toEqual(newPairAlone);
  expect(ends()).toEqual(['revoked']);
  expect(await shop.send(waiting.uuid)).toMatchObject({ serial: serial(), outcome: { kind: 'accepted' } });
});

test('while the new pair is given up: the old one keeps its secrets, whichever of its rows ends', async () => {
  const old = serial();
  await shop.credentials.flow.begin('renewal', shop.sandbox.makeOtp());
  shop.direct('status=401@reporting*1');
  await shop.send(shop.issue().uuid);
  shop.breakVaultAtDelete('before', 'production/');
  await expect(shop.credentials.flow.abandon()).rejects.toThrow('the power went');
  await shop.restart();
  expect(serial()).toBe(old);
  expect((await shop.send(shop.issue().uuid)).outcome.kind).toBe('accepted');
  await shop.restart();
  expect(serial()).toBe(old);
  expect((await shop.send(shop.issue().uuid)).outcome.kind).toBe('accepted');
});
