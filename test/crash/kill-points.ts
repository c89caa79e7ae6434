import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import BetterSqlite3 from 'better-sqlite3';
import { log } from './log.ts';
import type { KillPlan, KillPoint } from './till/till-messages.ts';

/*
 * Makes a till of the laboratory die at a chosen point of its work, such as inside the issue transaction. It wraps the
 * libraries that the product uses (SQLite, the file system), so that the product needs no code for them.
 */

let killPlan: KillPlan | undefined;
let seen = 0;
/** The number of nested transactions of the ledger, and a flag that is true if the outermost one issued a document. */
let depth = 0;
let hasDocument = false;
/** The step of a card payment, of the drawer's work, or of the list of people, that the transaction wrote. */
let step: Step | undefined;
/** True while the current payment is a refund. */
let isBack = false;

const steps = [
  [/^\s*INSERT INTO card_payment\b/, 'card-asked'],
  [/^\s*UPDATE card_payment SET state\b/, 'card-answered'],
  [/^\s*INSERT INTO shift\b/, 'shift-opened'],
  [/^\s*INSERT INTO cash_movement\b/, 'cash-moved'],
  [/^\s*INSERT INTO shift_report\b/, 'shift-closed'],
  [/^\s*UPDATE basket SET state = 'held'/, 'basket-held'],
  [/^\s*UPDATE basket SET state = 'open'/, 'basket-recalled'],
  [/^\s*INSERT INTO people_proof\b/, 'people-proved'],
] as const;
type Step = (typeof steps)[number][1];

/** Passes the kill point of a step, which may belong to a refund. */
function passStep(taken: Step): void {
  if (isBack && taken === 'card-asked') pass('refund-asked');
  else if (isBack && taken === 'card-answered') pass('refund-answered');
  else pass(taken);
}

export function chooseKillPoint(next: KillPlan | undefined): void {
  killPlan = next;
  seen = 0;
}

export function pass(point: KillPoint): void {
  if (killPlan?.point !== point) return;
  seen += 1;
  if (seen < killPlan.nth) return;
  if (killPlan.effect === 'die') process.kill(process.pid, 'SIGKILL');
  killPlan = undefined;
  log({ is: 'at', point });
}

const isLedger = (database: BetterSqlite3.Database) => database.name.endsWith('ledger.db');
const isTerminal = (database: BetterSqlite3.Database) => database.name.endsWith('terminal.db');
const isIntegration = (database: BetterSqlite3.Database) => database.name.endsWith('integration.db');

type Work = (...input: never[]) => unknown;

const database = BetterSqlite3.prototype;
const { transaction, prepare, exec, pragma } = database;

database.transaction = function (this: BetterSqlite3.Database, work: Work) {
  const made = transaction.call(this, (...input: unknown[]) => {
    if (!isLedger(this)) {
      const result = work(...(input as never[]));
      if (isIntegration(this)) pass('noting');
      return result;
    }
    depth += 1;
    if (depth === 1) hasDocument = false;
    const had = hasDocument;
    try {
      if (depth === 1) pass('begun');
      const result = work(...(input as never[]));
      if (depth === 1) pass('uncommitted');
      return result;
    } catch (error) {
      // A trial inside another transaction is rolled back with its document.
      hasDocument = had;
      throw error;
    } finally {
      depth -= 1;
    }
  });
  const told =
    (run: Work) =>
    (...input: unknown[]) => {
      const result = run(...(input as never[]));
      if (isLedger(this) && depth === 0 && hasDocument) pass('committed');
      if ((isTerminal(this) || (isLedger(this) && depth === 0)) && step !== undefined) {
        const taken = step;
        step = undefined;
        passStep(taken);
      }
      if (isIntegration(this)) pass('noted');
      return result;
    };
  return Object.assign(told(made), {
    default: told(made.default),
    deferred: told(made.deferred),
    immediate: told(made.immediate),
    exclusive: told(made.exclusive),
  });
} as typeof database.transaction;

/** Wraps a statement so that the drawer's kill point is reached when its line of the audit log is written. */
function tellingOfDrawer(statement: BetterSqlite3.Statement): BetterSqlite3.Statement {
  const run = statement.run.bind(statement) as (...values: unknown[]) => BetterSqlite3.RunResult;
  statement.run = (...values: unknown[]) => {
    const result = run(...values);
    if ((values[0] as { action?: string }).action === 'drawer-asked') pass('drawer-asked');
    return result;
  };
  return statement;
}

/** Wraps a statement so that its kill point is reached when a credit note is linked to its refund. */
function tellingOfTaking(statement: BetterSqlite3.Statement): BetterSqlite3.Statement {
  const all = statement.all.bind(statement) as (...values: unknown[]) => unknown[];
  statement.all = (...values: unknown[]) => {
    const taken = all(...values);
    if (taken.length > 0) pass('refund-taken');
    return taken;
  };
  return statement;
}

database.prepare = function (this: BetterSqlite3.Database, sql: string) {
  const statement = prepare.call(this, sql);
  if (/^\s*INSERT INTO audit\b/.test(sql)) return tellingOfDrawer(statement);
  if (/^\s*UPDATE card_payment SET icv\b.*note = \?/s.test(sql)) return tellingOfTaking(statement);
  const taken = steps.find(([pattern]) => pattern.test(sql))?.[1];
  const isBody = /^\s*INSERT INTO body\b/.test(sql);
  if (taken === undefined && !isBody && !/^\s*INSERT INTO document\b/.test(sql)) return statement;
  const run = statement.run.bind(statement) as (...values: unknown[]) => BetterSqlite3.RunResult;
  statement.run = (...values: unknown[]) => {
    const result = run(...values);
    if (isBody) pass(Number(values[0]) % 100 === 1 ? 'dictionary' : 'body');
    else if (taken === undefined) {
      hasDocument = true;
      pass('document');
    } else {
      // The request states the kind of the payment; an answer belongs to the latest request.
      const [row] = values as [{ note?: string | null }];
      if (taken === 'card-asked') isBack = typeof row.note === 'string';
      step = taken;
      passStep(taken);
    }
    return result;
  };
  return statement;
} as typeof database.prepare;

database.exec = function (this: BetterSqlite3.Database, sql: string) {
  const result = exec.call(this, sql);
  if (isLedger(this)) pass('migration');
  return result;
};

database.pragma = function (
  this: BetterSqlite3.Database,
  source: string,
  options?: BetterSqlite3.PragmaOptions,
) {
  if (source.startsWith('wal_checkpoint(PASSIVE')) pass('checkpoint');
  return pragma.call(this, source, options);
};

const { rename } = fsPromises;
fsPromises.rename = async (from, to) => {
  pass('written');
  await rename(from, to);
  pass('renamed');
};
const { appendFileSync, openSync } = fs;
/** The handle by which the card terminal's file was opened last. */
let ofCards: number | undefined;
fs.openSync = (file, ...more) => {
  const handle = openSync(file, ...more);
  if (String(file).endsWith('card-simulator.jsonl')) ofCards = handle;
  else if (ofCards === handle) ofCards = undefined;
  return handle;
};
fs.appendFileSync = (file, ...more) => {
  appendFileSync(file, ...more);
  if (file === ofCards) pass(isBack ? 'refund-given' : 'card-charged');
};
syncBuiltinESMExports();
