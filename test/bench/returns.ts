import { rmSync } from 'node:fs';
import path from 'node:path';
import { makeShop } from '../books/corrections/shop.ts';
import { newFolder } from '../support/khatm.ts';
import { ledgerIn } from '../support/new-ledger.ts';
import { type Lines, p50p99 } from './measure.ts';
import { saleOf } from './sale-of.ts';

/*
 * Measures a return of a sale of a hundred lines that nine notes have corrected before: the terminal reads what became of
 * the sale, shows what is left of each line, and issues the tenth note. Beside it, for comparison, the first note.
 */

const sales = 150;
const notes = 10;

export function run(): Lines {
  const folder = newFolder('bench');
  const ledger = ledgerIn(path.join(folder, 'ledger.db'));
  try {
    const shop = makeShop(ledger);
    const times = {
      first: [] as number[],
      shown: [] as number[],
      made: [] as number[],
      tenth: [] as number[],
    };
    for (let sale = 0; sale < sales; sale += 1) {
      const { uuid } = shop.issue(saleOf(100));
      for (let note = 1; note <= notes; note += 1) {
        const began = performance.now();
        shop.look(uuid);
        const shown = performance.now();
        const input = shop.noteFor(uuid, [note * 7, '1'], [note * 7 + 1, '1']);
        const made = performance.now();
        shop.issue(input);
        const ended = performance.now();
        if (note === 1) times.first.push(ended - made);
        if (note < notes) continue;
        times.shown.push(shown - began);
        times.made.push(made - shown);
        times.tenth.push(ended - made);
      }
      ledger.checkpoint();
    }
    return {
      'showing what is left before the tenth note, ms': p50p99(times.shown),
      'making the tenth note, ms': p50p99(times.made),
      'issuing the first note, ms': p50p99(times.first),
      'issuing the tenth note, ms': p50p99(times.tenth),
    };
  } finally {
    ledger.close();
    rmSync(folder, { recursive: true });
  }
}
