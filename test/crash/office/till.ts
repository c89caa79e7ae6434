import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { createRollbackGuard } from '../../../main/app/environment/guards/rollback-guard.ts';
import { headMarkerOf } from '../../../main/books/ledger/witness/head-marker.ts';
import { SigningKey } from '../../../main/document/stamp/key.ts';
import { createBatchThread } from '../../../main/link/feed/batch-thread.ts';
import { createMembership } from '../../../main/link/feed/membership.ts';
import { createOfficeClient } from '../../../main/link/feed/office-client.ts';
import { certificateSubject } from '../../../main/sending/credential/certificate-subject.ts';
import { FailureError } from '../../../shared/failure.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { newIdentity, openTill } from '../../integration/till.ts';
import { pinOver } from '../../office/unpinned.ts';
import { reported } from '../../support/run/outcomes.ts';
import { chooseKillPoint, pass } from '../kill-points.ts';
import { createRandom } from '../random.ts';
import { fileSecrets } from './file-secrets.ts';
import type { TillMessage, TillOrder, TillStart } from './messages.ts';

/*
 * A till of the laboratory for head offices: the real ledger, feed, membership and rollback guard, without the rest of
 * a terminal. Its waits are a hundred times shorter than in a shop. Its output on stdout is what its customers know.
 */

const start: TillStart = JSON.parse(process.env.KHATM_OFFICE_TILL ?? '{}');
let { aheadMs } = start;
const quicker = 100;
const clock = {
  now: () => Date.now() + aheadMs,
  monotonic: () => performance.now(),
  after(milliseconds: number, callback: () => void) {
    const timer = setTimeout(callback, milliseconds / quicker);
    return () => clearTimeout(timer);
  },
};
const say = (message: TillMessage) => writeSync(1, `${JSON.stringify(message)}\n`);

const secrets = fileSecrets(path.join(start.folder, 'vault.json'));
const ledgerFile = path.join(start.folder, 'ledger.db');
const { ledger, issue } = openTill(ledgerFile, clock, await identity());
const onError = (error: unknown) => console.error('till:', error);
const names = { key: 'office/key', pin: 'office/orders' };
const membership = createMembership({
  settings: ledger.settings,
  changes: ledger.changes,
  client: createOfficeClient({
    secrets,
    keyName: names.key,
    certificate: pinOver(secrets, () => fetchUntilKilled),
    now: clock.now,
  }),
  orders: {
    secrets,
    names,
    carryOut: undefined,
    audit: (action, detail) => ledger.audit.write({ at: clock.now(), actor: 'head office', action, detail }),
    onStop: () => {},
  },
  ledger: ledger.id,
  identity: () => ({
    serial: certificateSubject(trainingCompany).serial,
    vatNumber: trainingCompany.vatNumber,
  }),
  openReader: () => createBatchThread(ledgerFile),
  clock,
  random: createRandom(start.seed).next,
  onFinding: () => {},
  onChange: () => {},
  onError,
});
const guard = createRollbackGuard({
  ledger,
  vault: secrets,
  markerFile: headMarkerOf(ledgerFile),
  office: membership,
  clock,
  onChange: () => {},
});
const isAsked = () => membership.view()?.lastContact !== undefined;

const refused = await guard.check().then(() => undefined, codeOf);
membership.start();
say({ is: 'ready', refused, isAsked: isAsked() });
chooseKillPoint(start.killPlan);
createInterface({ input: process.stdin }).on('line', (text) => {
  carryOut(JSON.parse(text)).catch(onError);
});

/** Returns the till's identity, which is the same after a restart. */
async function identity() {
  const kept = await secrets.get('identity');
  if (kept !== undefined) {
    const { key, text } = JSON.parse(kept);
    return { key: SigningKey.fromSecret(key), text };
  }
  const made = newIdentity(clock.now());
  await secrets.set('identity', JSON.stringify({ key: made.key.toSecret(), text: made.text }));
  return made;
}

async function fetchUntilKilled(...input: Parameters<typeof fetch>): Promise<Response> {
  pass('send');
  const answer = fetch(...input);
  pass('sent');
  const response = await answer;
  pass('answered');
  return response;
}

function codeOf(error: unknown): string {
  if (error instanceof FailureError) return error.failure.code;
  throw error;
}

async function carryOut(order: TillOrder): Promise<void> {
  switch (order.do) {
    case 'enrol':
      await membership.enrol(order.address, order.code);
      return void say({ is: 'enrolled' });
    case 'clock':
      ({ aheadMs } = order);
      return void say({ is: 'moved' });
    case 'kill-plan':
      chooseKillPoint(order.killPlan);
      return void say({ is: 'kill-planned' });
    case 'head':
      return void say({ is: 'head', head: ledger.outbox.head(), found: membership.finding?.found });
    case 'sell':
      return sell(order.count, order.stepMs);
  }
}

async function sell(count: number, stepMs: number): Promise<void> {
  for (let sold = 0; sold < count; sold += 1) {
    try {
      if (!guard.isChecked) await guard.check();
      guard.checkNotes();
      sellOne(sold);
    } catch (error) {
      return void say({ is: 'sold', refused: codeOf(error), isAsked: isAsked() });
    }
    aheadMs += stepMs;
    // The office's answers arrive between two sales.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  say({ is: 'sold', isAsked: isAsked() });
}

/** Every third document waits for the authority, and the others are accepted at once. */
function sellOne(sold: number): void {
  const lines = [{ name: 'قهوة', quantity: '1', unitPrice: `${10 + (sold % 7)}.50` }];
  const { entry } = issue(saleSchema.parse({ saleId: randomUUID(), lines }));
  guard.touch();
  say({ is: 'issued', icv: entry.icv, hash: entry.hash });
  const claimed = entry.icv % 3 === 0 ? undefined : ledger.queue.claim(entry.uuid, clock.now(), 60_000);
  if (claimed !== undefined) ledger.queue.settle(claimed, reported, { state: 'accepted' }, clock.now());
}
