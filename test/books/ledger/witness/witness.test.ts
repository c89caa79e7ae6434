import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../../../main/books/ledger/ledger.ts';
import { placeOf } from '../../../../main/books/ledger/witness/machine-id.ts';
import {
  adoptPlace,
  checkWitness,
  witnessInVault,
  witnessOf,
} from '../../../../main/books/ledger/witness/witness.ts';
import type { Witness } from '../../../../shared/stored/notes/ledger.ts';
import { ledgerIn } from '../../../support/new-ledger.ts';
import { newEntry, start } from '../sample.ts';
import { failing, testFolder } from '../support.ts';

const here = placeOf('a'.repeat(32), '/shop');
const elsewhere = placeOf('b'.repeat(32), '/shop');

function open(file: string): Ledger {
  return ledgerIn(file);
}

/** Adds documents and audit lines to the ledger and closes it; returns the last written witness. */
function work(file: string, { documents = 0, lines = 0 }): Witness {
  const ledger = open(file);
  for (let i = 0; i < documents; i++) ledger.chain.append(newEntry());
  for (let i = 0; i < lines; i++) ledger.audit.write({ at: start, actor: 'manager', action: 'signed-in' });
  const witness = witnessOf(ledger, { place: here });
  ledger.close();
  return witness;
}

function check(file: string, witness: Witness | undefined, place = here): void {
  const ledger = open(file);
  try {
    checkWitness(ledger, witness, { place });
  } finally {
    ledger.close();
  }
}

const ledgerFile = () => join(testFolder(), 'ledger.db');

/** Returns the failure of a check, with its detail. */
function failed(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return (error as { failure?: unknown }).failure;
  }
  return undefined;
}

describe('a ledger before its witness', () => {
  it('goes on where the witness saw it, or further', () => {
    const file = ledgerFile();
    const first = work(file, {});
    const second = work(file, { documents: 3, lines: 2 });
    const third = work(file, { documents: 2 });
    for (const witness of [undefined, first, second, third]) expect(() => check(file, witness)).not.toThrow();
  });

  it('is told to be old when an older copy was put back, and by how much', () => {
    const file = ledgerFile();
    work(file, { documents: 2, lines: 1 });
    copyFileSync(file, `${file}.copy`);
    const witness = work(file, { documents: 3 });
    copyFileSync(`${file}.copy`, file);
    expect(failed(() => check(file, witness))).toEqual({
      code: 'ledger-old',
      // The audit log has a line for each document.
      detail: { icv: 2, auditEntries: 3, witnessIcv: 5, witnessAuditEntries: 6 },
    });
  });

  it('is told to be old when only lines of the audit log are missing', () => {
    const file = ledgerFile();
    work(file, { documents: 1, lines: 1 });
    copyFileSync(file, `${file}.copy`);
    const witness = work(file, { lines: 1 });
    copyFileSync(`${file}.copy`, file);
    expect(() => check(file, witness)).toThrow(failing('ledger-old'));
  });

  it('is told to be forked when an older copy went on by itself', () => {
    const file = ledgerFile();
    work(file, { documents: 2 });
    copyFileSync(file, `${file}.copy`);
    const witness = work(file, { documents: 3 });
    work(`${file}.copy`, { documents: 7 });
    expect(() => check(`${file}.copy`, witness)).toThrow(failing('ledger-forked'));
  });

  it('is told to be forked when its audit log went another way', () => {
    const file = ledgerFile();
    work(file, { documents: 1 });
    copyFileSync(file, `${file}.copy`);
    const witness = work(file, { lines: 1 });
    const copy = open(`${file}.copy`);
    copy.audit.write({ at: start, actor: 'somebody', action: 'signed-out' });
    copy.close();
    expect(() => check(`${file}.copy`, witness)).toThrow(failing('ledger-forked'));
  });

  it('is told to be forked when it is another ledger, and lost when it was made anew', () => {
    const witness = work(ledgerFile(), { documents: 2 });
    const other = ledgerFile();
    work(other, { documents: 2 });
    expect(() => check(other, witness)).toThrow(failing('ledger-forked'));
    expect(() => check(ledgerFile(), witness)).toThrow(failing('ledger-lost'));
  });

  it('is found at every place in its history, and at no place of another', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { maxLength: 8 }),
        fc.nat(8),
        fc.array(fc.boolean(), { maxLength: 4 }),
        (steps, cut, others) => {
          const folder = testFolder();
          const [file, copy] = [join(folder, 'a.db'), join(folder, 'b.db')];
          const witnesses = [work(file, {})];
          const at = Math.min(cut, steps.length);
          for (const [index, step] of steps.entries()) {
            if (index === at) copyFileSync(file, copy);
            witnesses.push(work(file, step ? { documents: 1 } : { lines: 1 }));
          }
          for (const witness of witnesses) expect(() => check(file, witness)).not.toThrow();
          if (at === steps.length) return;
          const before = witnesses.slice(0, at + 1);
          const after = witnesses.slice(at + 1);
          for (const step of others) {
            const ledger = open(copy);
            if (step) ledger.chain.append(newEntry());
            else ledger.audit.write({ at: start, actor: 'other', action: 'signed-out' });
            ledger.close();
          }
          for (const witness of before) expect(() => check(copy, witness)).not.toThrow();
          for (const witness of after) expect(() => check(copy, witness)).toThrow();
          rmSync(folder, { recursive: true });
        },
      ),
      { numRuns: 5 },
    );
  });
});

describe('the place of a ledger', () => {
  it('is another on another machine and in another folder, and hides both', () => {
    const places = [here, elsewhere, placeOf('a'.repeat(32), '/copy')];
    expect(new Set(places).size).toBe(3);
    expect(placeOf('a'.repeat(32), '/shop/../shop')).toBe(here);
    expect(placeOf(undefined, '/shop')).toBeUndefined();
    expect(here).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is held to what the witness saw, where both are known', () => {
    const file = ledgerFile();
    const witness = work(file, { documents: 1 });
    const { place: _, ...placeless } = witness;
    expect(() => check(file, witness, elsewhere)).toThrow(failing('ledger-copied'));
    expect(() => check(file, placeless, elsewhere)).not.toThrow();
    const ledger = open(file);
    expect(() => checkWitness(ledger, witness, {})).not.toThrow();
    // In this case the program itself moved the folder.
    expect(() => checkWitness(ledger, witness, { place: elsewhere, formerPlace: here })).not.toThrow();
    ledger.close();
  });

  it('is adopted by a manager, which the audit log keeps', async () => {
    const file = ledgerFile();
    const store = memoryStore(work(file, { documents: 1 }));
    const ledger = open(file);
    await adoptPlace(ledger, [store], { here: { place: elsewhere }, actor: 'Huda', at: start });
    expect(ledger.audit.list({ limit: 1 })).toMatchObject([
      { actor: 'Huda', action: 'place-adopted', detail: { from: here, to: elsewhere } },
    ]);
    const witness = await store.read();
    expect(() => checkWitness(ledger, witness, { place: elsewhere })).not.toThrow();
    expect(() => checkWitness(ledger, witness, { place: here })).toThrow(failing('ledger-copied'));
    ledger.close();
  });

  it('is not adopted by an old copy', async () => {
    const file = ledgerFile();
    work(file, { documents: 1 });
    copyFileSync(file, `${file}.copy`);
    const seen = work(file, { documents: 1 });
    const store = memoryStore(seen);
    const ledger = open(`${file}.copy`);
    const adopting = adoptPlace(ledger, [store], { here: { place: elsewhere }, actor: 'Huda', at: start });
    await expect(adopting).rejects.toEqual(failing('ledger-old'));
    expect(await store.read()).toEqual(seen);
    expect(ledger.audit.has('place-adopted')).toBe(false);
    ledger.close();
  });
});

describe('a witness in the vault', () => {
  it('comes back as it was, and is none before', async () => {
    const secrets = new Map<string, string>();
    const store = witnessInVault(
      { get: async (name) => secrets.get(name), set: async (name, value) => void secrets.set(name, value) },
      'training/witness',
    );
    expect(await store.read()).toBeUndefined();
    const witness = work(ledgerFile(), { documents: 1 });
    await store.write(witness);
    expect([...secrets.keys()]).toEqual(['training/witness']);
    expect(await store.read()).toEqual(witness);
    for (const damage of ['', '{}', JSON.stringify({ ...witness, icv: -1 })]) {
      secrets.set('training/witness', damage);
      await expect(store.read()).rejects.toEqual(failing('vault-unavailable'));
    }
  });
});

function memoryStore(witness: Witness) {
  let kept = witness;
  return {
    read: async () => kept,
    write: async (next: Witness) => {
      kept = next;
    },
  };
}
