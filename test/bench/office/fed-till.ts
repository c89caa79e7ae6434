import path from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { createBatchThread } from '../../../main/link/feed/batch-thread.ts';
import { createFeed } from '../../../main/link/feed/feed.ts';
import { createOfficeClient } from '../../../main/link/feed/office-client.ts';
import { certificateSubject } from '../../../main/sending/credential/certificate-subject.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { openTill } from '../../integration/till.ts';
import { pinOver } from '../../office/unpinned.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';
import { saleOf } from '../sale-of.ts';

/* The process of a till of `feed.ts`. It sells on request, and feeds a head office meanwhile. */

export type TillOrder =
  | { readonly do: 'enrol'; readonly address: string; readonly code: string }
  | { readonly do: 'sell' };
export type TillAnswer =
  | { readonly is: 'enrolled' }
  /** `posts` is the number of posts that the office has answered so far. */
  | { readonly is: 'sold'; readonly ms: number; readonly posts: number };

const [, , folder = ''] = process.argv;

const file = path.join(folder, 'ledger.db');
const till = openTill(file, systemClock);
let posts = 0;

async function enrol(address: string, code: string): Promise<void> {
  const secrets = memorySecrets();
  const certificate = pinOver(secrets, () => fetch);
  const client = createOfficeClient({ secrets, keyName: 'office', certificate, now: Date.now });
  const { serial } = certificateSubject(trainingCompany);
  const request = { code, ledger: till.ledger.id, serial, vatNumber: trainingCompany.vatNumber };
  const answer = await client.enrol(address, request);
  if (answer?.result !== 'enrolled') throw new Error('not enrolled');
  createFeed({
    reader: createBatchThread(file),
    client,
    enrolment: { address, tenant: answer.tenant, device: answer.device },
    rhythm: () => undefined,
    clock: systemClock,
    random: Math.random,
    onCompared: () => undefined,
    onState({ state }) {
      if (state === 'complete' || state === 'more') posts += 1;
    },
    onError: console.error,
  }).start();
}

/** Measures the waiting time from the arrival of the sale, including other work of this process. */
async function sell(): Promise<number> {
  const sale = JSON.stringify(saleOf(5));
  const began = performance.now();
  await nextTick();
  till.issue(saleSchema.parse(JSON.parse(sale)));
  return performance.now() - began;
}

const answer = (what: TillAnswer) => process.send?.(what);

async function carryOut(order: TillOrder): Promise<void> {
  if (order.do === 'enrol') {
    await enrol(order.address, order.code);
    answer({ is: 'enrolled' });
  } else answer({ is: 'sold', ms: await sell(), posts });
}

process.on('message', (order: TillOrder) => void carryOut(order));
process.on('disconnect', () => process.exit(0));
