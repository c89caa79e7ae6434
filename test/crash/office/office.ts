import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type OfficeDatabase, openOfficeDatabase } from '../../../main/office/database/database.ts';
import { runningServer } from '../../../main/office/database/embedded-server.ts';
import { type Running, run, within } from '../process.ts';
import type { OfficeOrder } from './messages.ts';

/** The head office of the laboratory, which runs the command in its own process with a PostgreSQL. */
export interface Office {
  readonly folder: string;
  /** The office's port; undefined while it is down. */
  readonly port: number | undefined;
  readonly isGone: boolean;
  /** Starts the office, after the previous process has ended. */
  start(aheadMs: number): Promise<void>;
  /** Ends the office and its database, as Ctrl-C does. */
  stop(): Promise<void>;
  /** Kills the office, and the database's first process if requested. */
  kill(also?: 'database'): Promise<void>;
  /** Sends an order; resolves when the process has accepted it. */
  order(order: OfficeOrder): Promise<void>;
  /** Copies the data of a stopped office; `putBack` replaces the data by that copy. */
  backUp(): void;
  putBack(): void;
  /** Opens the office's database for inspection. */
  withDatabase<T>(work: (database: OfficeDatabase) => Promise<T>): Promise<T>;
  output(): string;
}

export function createOffice(
  { folder, seed }: { readonly folder: string; readonly seed: string },
  onPort: (port: number | undefined) => void,
): Office {
  const backup = `${folder}.backup`;
  let running: Running | undefined;
  let port: number | undefined;
  let all = '';
  let started = 0;
  let listener: (line: string) => void = () => {};

  function lead(to: number | undefined): void {
    port = to;
    onPort(to);
  }

  async function ended(): Promise<void> {
    await running?.gone;
    all += running?.output() ?? '';
    running = undefined;
    lead(undefined);
  }

  return {
    folder,
    get port() {
      return port;
    },
    get isGone() {
      return running?.isGone ?? true;
    },
    async start(aheadMs) {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o711);
      const listening = Promise.withResolvers<number>();
      listener = (line) => {
        const [, found] = /head office at http:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
        if (found !== undefined) listening.resolve(Number(found));
      };
      const program = 'test/crash/office/office-process.ts';
      started += 1;
      const env = {
        KHATM_OFFICE_AHEAD: String(aheadMs),
        KHATM_OFFICE_SEED: `${seed} / office process ${started}`,
      };
      running = run(program, ['--data', folder], env, (line) => listener(line));
      const { gone, output } = running;
      const died = gone.then(() => Promise.reject(new Error(`the office ended: ${output().slice(-1500)}`)));
      lead(await within('the office starts', Promise.race([listening.promise, died])));
      died.catch(() => undefined);
    },
    async stop() {
      running?.interrupt();
      await within('the office stops', ended());
    },
    async kill(also) {
      const file = path.join(folder, 'postgres', 'postmaster.pid');
      if (also === 'database' && existsSync(file)) {
        const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // The process has ended.
        }
      }
      await running?.kill();
      await ended();
    },
    async order(order) {
      if (running === undefined || running.isGone) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      listener = (line) => line === 'taken' && resolve();
      running.write(JSON.stringify(order));
      await within('the office takes an order', Promise.race([promise, running.gone]));
    },
    backUp() {
      rmSync(backup, { recursive: true, force: true });
      cpSync(folder, backup, { recursive: true });
    },
    putBack() {
      rmSync(folder, { recursive: true, force: true });
      renameSync(backup, folder);
    },
    async withDatabase(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await look(folder, work);
        } catch (error) {
          if (tries === mostLooks || !isOfConnection(error)) throw error;
          await pause(betweenLooks);
        }
      }
    },
    output: () => all + (running?.output() ?? ''),
  };
}

/** A database that was killed under a living office is available again within seconds. */
const mostLooks = 60;
const betweenLooks = 250;

async function look<T>(folder: string, work: (database: OfficeDatabase) => Promise<T>): Promise<T> {
  const url = await runningServer(folder);
  if (url === undefined) throw Object.assign(new Error('no database'), { code: 'ECONNREFUSED' });
  const database = await openOfficeDatabase(url, { connections: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Checks for the codes of Node, and of a PostgreSQL that ends or starts. */
function isOfConnection(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return /^(ECONN|EPIPE|57P)/.test(code) || message.includes('Connection terminated');
}
