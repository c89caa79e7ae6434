import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { createRandom } from '../crash/random.ts';
import { hostileRequest, leakIn, send } from './api/hostile.ts';
import { coffee, openShop, post } from './api/shop.ts';

/*
 * `npm run prove -- api` sends hostile requests to the API, which must not crash, answer 500, leak secrets or use more
 * and more memory. It prints the answers and the memory use, and exits with 1 at the first wrong answer. `--seed S`
 * repeats the requests of another run, and `--requests N` says how many there are.
 */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: randomUUID().slice(0, 8) },
  },
});
const { seed } = values;
const requests = Number(values.requests);
const batch = 1_000;
const atOnce = 8;
/** The number of bytes by which memory use may differ between the second and the last tenth. */
const flat = 64 * 1024 * 1024;

const unlimited = { burst: 1e9, perSecond: 1e9 };
const shop = await openShop({ rates: { sales: unlimited, reading: unlimited, address: unlimited } });
const client = shop.client();
const token = await shop.tokenOf(client);
const sold = (await (await post(shop.base, token, coffee)).json()) as { uuid: string };
const facts = { token, client, uuid: sold.uuid };
const statuses = new Map<number, number>();
const memory: number[] = [];

async function one(hostile: Parameters<typeof send>[1]): Promise<void> {
  const { status, text } = await send(shop.base, hostile);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const leak = leakIn(text, facts);
  if ((status >= 500 && status !== 501) || leak !== undefined || shop.errors.length > 0) {
    console.error({ seed, status, leak, errors: shop.errors, hostile: JSON.stringify(hostile), text });
    process.exit(1);
  }
}

for (let done = 0; done < requests; done += batch) {
  const ofBatch = createRandom(`${seed} / ${done}`).whole(0, 2 ** 31 - 1);
  const all = fc.sample(hostileRequest(facts), { numRuns: batch, seed: ofBatch });
  for (let index = 0; index < batch; index += atOnce)
    await Promise.all(all.slice(index, index + atOnce).map(one));
  globalThis.gc?.();
  memory.push(process.memoryUsage().rss);
  process.stderr.write(`\r${done + batch} of ${requests}`);
}
process.stderr.write('\n');

const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const tenth = Math.ceil(memory.length / 10);
// The first tenth warms up the code.
const early = mean(memory.slice(tenth, 2 * tenth));
const late = mean(memory.slice(-tenth));
console.log({
  requests,
  statuses: Object.fromEntries([...statuses].toSorted()),
  issued: shop.ledger.search.counts().issued,
  earlyMiB: Math.round(early / 1024 / 1024),
  lateMiB: Math.round(late / 1024 / 1024),
});
await shop.close();
if (late - early > flat) process.exit(1);
