import { setTimeout as pause } from 'node:timers/promises';
import type { FlowKind } from '../../shared/contract/credentials.ts';
import { salesPerTill } from './sales.ts';
import type { Shop } from './shop.ts';

/** How often a way to a credential is gone on with before it counts as stuck. */
const tries = 12;

/**
 * After the disaster: all processes are dead; the wire, the disk and the authority behave well again; a till starts, goes
 * on with what was begun, sells again what it has no receipt for, and sends all that waits.
 * @throws Error when any of this cannot be done
 */
export async function getUp(shop: Shop): Promise<void> {
  await shop.powerOff();
  shop.disk?.empty();
  await shop.wire.heal();
  await shop.authority();
  const till = shop.startTill();
  const { state, flow } = await till.surely('ready');
  await finishCredential(shop, state, flow);
  for (const second of [false, true]) {
    const order = shop.sellOn(0, second);
    if (order.do === 'sell' && order.from === salesPerTill) continue; // it never sold
    till.order(order);
    await till.surely('issued');
    till.order({ do: 'rest' });
  }
  till.order({ do: 'drain' });
  const { waiting, parked, rejected } = await till.surely('drained');
  if (waiting + parked + rejected > 0)
    throw new Error(`after all: ${waiting} waiting, ${parked} parked, ${rejected} rejected`);
}

/** Brings a way to a credential to its end, the first one where there is none yet. */
async function finishCredential(shop: Shop, state: string, flow: FlowKind | undefined): Promise<void> {
  let now: { state: string; flow: FlowKind | undefined; failure?: string | undefined } = { state, flow };
  for (let attempt = 0; now.state !== 'production' || now.flow !== undefined; attempt += 1) {
    if (attempt === tries) throw new Error(`the credential is stuck: ${JSON.stringify(now)}`);
    if (attempt > 0) await pause(100);
    const news = shop.till.surely('credential');
    shop.till.order({ do: 'credential', kind: now.flow ?? 'onboarding', otp: await shop.makeOtp() });
    now = await news;
  }
}
