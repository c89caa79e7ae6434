import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { createRandom } from '../random.ts';
import type { OfficeKillPlan, OfficeOrder } from './messages.ts';

/*
 * `npm run office` with three controls: a clock that can be set, chance from a seed, and a crash at any statement.
 * They wrap what the product uses, so that the product needs no code for them. The options are those of the command.
 */

const folder = process.argv[process.argv.indexOf('--data') + 1] ?? '';
let aheadMs = Number(process.env.KHATM_OFFICE_AHEAD ?? 0);
let killPlan: OfficeKillPlan | undefined;
let seen = 0;

Math.random = createRandom(process.env.KHATM_OFFICE_SEED ?? '').next;

const MachineDate = Date;
globalThis.Date = class extends MachineDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(MachineDate.now() + aheadMs);
    else super(...(given as [number]));
  }
  static override now(): number {
    return MachineDate.now() + aheadMs;
  }
} as DateConstructor;

/** A client with the id of the server's process, which the package's types omit. */
type Connected = Client & { processID?: number };
const query = Client.prototype.query as unknown as (this: Connected, ...input: unknown[]) => unknown;
Client.prototype.query = function (this: Connected, ...input: unknown[]) {
  if (killPlan === undefined) return query.apply(this, input);
  seen += 1;
  const plan = killPlan;
  if (seen < plan.nth) return query.apply(this, input);
  killPlan = undefined;
  const { processID = 0 } = this;
  if (plan.when === 'before') strike(plan, processID);
  const answer = query.apply(this, input);
  if (plan.when === 'before') return answer;
  return (answer as Promise<unknown>).then((done) => {
    strike(plan, processID);
    return done;
  });
} as never;

function strike({ dies }: OfficeKillPlan, connection: number): void {
  const database = readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0];
  const pid = { office: process.pid, database: Number(database), connection }[dies];
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}

createInterface({ input: process.stdin }).on('line', (text) => {
  const order: OfficeOrder = JSON.parse(text);
  if (order.do === 'clock') ({ aheadMs } = order);
  else {
    seen = 0;
    ({ killPlan } = order);
  }
  console.log('taken');
});

await import('../../../main/office/start.ts');
