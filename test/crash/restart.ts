import { setTimeout as pause } from 'node:timers/promises';
import type { FlowKind } from '../../shared/contract/terminal/credentials.ts';
import { look } from './checks/read-ledger.ts';
import { salesPerTill } from './sales.ts';
import type { Shop } from './shop.ts';

/** The number of attempts to continue a credential flow before it counts as stuck. */
const tries = 12;

/**
 * Brings a shop back after a disaster. All processes are dead, and the wire, the disk and the authority work again. A
 * till starts, continues unfinished work, repeats sales without a receipt, serves other programs, sends everything that
 * waits, and corrects refused documents.
 * @throws Error when any of this fails
 */
export async function restart(shop: Shop): Promise<void> {
  await shop.powerOff();
  shop.disk?.empty();
  await shop.wire.heal();
  shop.externals.receiver.fail(0);
  await shop.authority();
  const till = shop.startTill();
  const { state, flow } = await till.surely('ready');
  await finishCredential(shop, state, flow);
  for (const second of [false, true]) {
    const order = shop.sellOn(0, second);
    if (order.do === 'sell' && order.from === salesPerTill) continue; // The second till never sold anything.
    till.order(order);
    await till.surely('issued');
    till.order({ do: 'rest' });
  }
  await shop.externals.finish();
  till.order({ do: 'drain' });
  const { waiting, parked, rejected } = await till.surely('drained');
  if (waiting + parked + rejected > 0)
    throw new Error(`after all: ${waiting} waiting, ${parked} parked, ${rejected} rejected`);
  await untilTold(shop);
}

/** The number of milliseconds that background events may take. */
const longestTelling = 20_000;

/**
 * Waits until every final document has its file in the drop folder and its event for receivers. Also waits until
 * received events are applied.
 */
async function untilTold({ externals, ledgerFile, integrationFile }: Shop): Promise<void> {
  if (externals.api.certificate === '') return;
  let left = 'nothing';
  for (const until = Date.now() + longestTelling; Date.now() < until; await pause(20)) {
    const last = look(ledgerFile, (ledger) =>
      ledger.prepare<[], number>('SELECT coalesce(max(id), 0) FROM submission_event').pluck().get(),
    );
    left = look(integrationFile, (database) =>
      JSON.stringify(
        database
          .prepare<[{ last: number | undefined }]>(
            `SELECT (SELECT count(*) FROM received_event WHERE state = 'received') AS events,
               (SELECT count(*) FROM dropped_file WHERE told IS NULL OR told NOT IN ('accepted', 'rejected')) AS files,
               (SELECT count(*) FROM webhook_cursor WHERE source LIKE 'settled:%' AND position < :last) AS sources`,
          )
          .get({ last }),
      ),
    );
    if (left === '{"events":0,"files":0,"sources":0}') return;
  }
  throw new Error(`not told within ${longestTelling} ms: ${left}`);
}

/** Completes the open credential flow, or the onboarding when there is none. */
async function finishCredential(shop: Shop, state: string, flow: FlowKind | undefined): Promise<void> {
  let now: { state: string; flow: FlowKind | undefined; failure?: string | undefined } = { state, flow };
  for (let attempt = 0; now.state !== 'production' || now.flow !== undefined; attempt += 1) {
    if (attempt === tries) throw new Error(`the credential is stuck: ${JSON.stringify(now)}`);
    if (attempt > 0) await pause(100);
    const message = shop.till.surely('credential');
    shop.till.order({ do: 'credential', kind: now.flow ?? 'onboarding', otp: await shop.makeOtp() });
    now = await message;
  }
}
