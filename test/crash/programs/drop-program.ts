import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../process.ts';
import type { Random } from '../random.ts';
import { saleOf, salesPerTill } from '../sales.ts';

/** A program without HTTP, which puts its sales into the drop folder as files. */
export interface DropProgram {
  readonly folder: string;
  /** The names of the files with sales, by sale number, and names of the other files. */
  readonly sales: ReadonlyMap<number, string>;
  readonly rubbish: readonly string[];
  drop(count: number, random: Random): void;
  /** Resolves when the terminal takes a file after this call. */
  taken(): Promise<void>;
  /** Resolves when no file is waiting. */
  finish(): Promise<void>;
}

/** The first sale number of this program. */
export const firstDroppedSale = 4 * salesPerTill;

/** The share of files that contain no sale. */
const isRubbish = 0.1;
const pollIntervalMs = 10;

export function createDropProgram(serial: string, folder: string): DropProgram {
  const sales = new Map<number, string>();
  const rubbish: string[] = [];
  const place = (...parts: string[]) => path.join(folder, ...parts);
  const filesIn = (name: string) => (existsSync(place(name)) ? readdirSync(place(name)) : []);
  const waiting = () => [...filesIn('in'), ...filesIn('.taken')].filter((name) => name.endsWith('.json'));

  function write(name: string, content: string): void {
    mkdirSync(place('in'), { recursive: true });
    writeFileSync(place('in', `${name}.tmp`), content);
    renameSync(place('in', `${name}.tmp`), place('in', name));
  }

  async function until(what: string, holds: () => boolean): Promise<void> {
    let given = false;
    const look = async () => {
      while (!holds() && !given) await pause(pollIntervalMs);
    };
    await within(`drop folder: ${what}`, look()).finally(() => {
      given = true;
    });
  }

  return {
    folder,
    sales,
    rubbish,
    drop(count, random) {
      for (let left = count; left > 0; left -= 1) {
        if (random.chance(isRubbish)) {
          const name = `rubbish-${rubbish.length}.json`;
          rubbish.push(name);
          write(name, JSON.stringify({ lines: [] }));
          continue;
        }
        const sale = firstDroppedSale + sales.size;
        const name = `order-${sale}.json`;
        sales.set(sale, name);
        const { saleId, ...input } = saleOf(serial, sale);
        // In every second file only the file name identifies the sale.
        write(name, JSON.stringify(sale % 2 === 0 ? { saleId, ...input } : input));
      }
    },
    taken() {
      const before = filesIn('in').length;
      return until('nothing was taken', () => filesIn('in').length < before);
    },
    finish: () => until(`waits for ${waiting().join(', ')}`, () => waiting().length === 0),
  };
}
