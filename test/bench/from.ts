import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { issue } from '../../main/app/cli/sales/issue.ts';
import { systemClock } from '../../main/base/platform/clock.ts';
import { saleSchema } from '../../shared/sale/sale.ts';
import { openTill } from '../integration/till.ts';
import { type Lines, percentile } from './measure.ts';

/*
 * Measures `khatm issue --from FILE.ndjson` against as many direct issues, each with a durable commit of its own. Both
 * alternate in one process. The time of a call with one sale, which is the opening and closing of a terminal, is
 * subtracted.
 */

const sale = () => ({
  saleId: randomUUID(),
  lines: Array.from({ length: 5 }, (_, index) => ({ name: `صنف ${index}`, quantity: 2, unitPrice: '14.00' })),
});

interface Took {
  readonly wall: number;
  readonly processor: number;
}

async function timed(work: () => unknown): Promise<Took> {
  const [from, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - from, processor: (user + system) / 1_000 };
}

const sales = 500;
const folder = mkdtempSync(path.join(tmpdir(), 'khatm-bench-from-'));
const till = openTill(path.join(folder, 'ledger.db'), systemClock);
const file = path.join(folder, 'sales.ndjson');

/** Calls the command as its user would; its output is discarded. */
async function call(count: number): Promise<Took> {
  writeFileSync(file, Array.from({ length: count }, () => `${JSON.stringify(sale())}\n`).join(''));
  const { log } = console;
  let lines = 0;
  console.log = () => (lines += 1);
  try {
    const took = await timed(() => issue([], { data: path.join(folder, 'till'), from: file, wait: false }));
    if (lines !== count) throw new Error(`${lines} of ${count} sales were issued`);
    return took;
  } finally {
    console.log = log;
  }
}

const direct = () =>
  timed(() => {
    for (let index = 0; index < sales; index += 1) till.issue(saleSchema.parse(sale()));
  });

export async function run(): Promise<Lines> {
  await call(50);
  for (let index = 0; index < 50; index += 1) till.issue(saleSchema.parse(sale()));
  const took = { one: [] as Took[], from: [] as Took[], direct: [] as Took[] };
  for (let round = 0; round < 5; round += 1) {
    took.one.push(await call(1));
    took.from.push(await call(sales));
    took.direct.push(await direct());
  }
  till.ledger.close();
  rmSync(folder, { recursive: true });
  const ratio = (of: keyof Took) =>
    (median(took.from, of) - median(took.one, of)) / (sales - 1) / (median(took.direct, of) / sales);
  return {
    'processor for a sale ÷ a direct issue': { total: ratio('processor') },
    'clock for a sale ÷ a direct issue': { total: ratio('wall') },
    'processor for opening and closing, ms': { total: median(took.one, 'processor') },
  };
}

const median = (times: readonly Took[], of: keyof Took) =>
  percentile(
    times.map((each) => each[of]),
    0.5,
  );
