import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { issue } from '../../main/cli/issue.ts';
import { systemClock } from '../../main/platform/clock.ts';
import { saleSchema } from '../../shared/sale.ts';
import { openTill } from '../integration/till.ts';
import { percentile } from './percentile.ts';

/*
 * Measures `khatm issue --from FILE.ndjson` against as many direct issues, each with a durable commit of its own. Both
 * alternate in one process: `node test/bench/from.ts --sales 500 --rounds 5`. The time of a call with one sale, which
 * is the opening and closing of a terminal, is subtracted.
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

const { values } = parseArgs({
  options: { sales: { type: 'string', default: '500' }, rounds: { type: 'string', default: '5' } },
});
const sales = Number(values.sales);
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

await call(50);
for (let index = 0; index < 50; index += 1) till.issue(saleSchema.parse(sale()));
const took = { one: [] as Took[], from: [] as Took[], direct: [] as Took[] };
for (let round = 0; round < Number(values.rounds); round += 1) {
  took.one.push(await call(1));
  took.from.push(await call(sales));
  took.direct.push(await direct());
}
till.ledger.close();
rmSync(folder, { recursive: true });

const median = (times: readonly Took[], of: keyof Took) =>
  percentile(
    times.map((each) => each[of]),
    0.5,
  );
const each = (of: keyof Took) => ({
  from: (median(took.from, of) - median(took.one, of)) / (sales - 1),
  direct: median(took.direct, of) / sales,
});
const [wall, processor] = [each('wall'), each('processor')];
const row = (of: 'from' | 'direct') => ({
  'processor ms': processor[of].toFixed(2),
  'clock ms': wall[of].toFixed(2),
});
console.table({ 'issue --from, a sale': row('from'), 'direct issue, a sale': row('direct') });
console.log(
  `opening and closing ${median(took.one, 'processor').toFixed(0)} ms; ` +
    `processor ratio ${(processor.from / processor.direct).toFixed(2)}, clock ratio ${(wall.from / wall.direct).toFixed(2)}`,
);
