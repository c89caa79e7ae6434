import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../../../main/books/ledger/ledger.ts';
import { readers } from '../sample.ts';
import { testFolder } from '../support.ts';

const script = fileURLToPath(new URL('append-documents.ts', import.meta.url));

function issuing(file: string, count: number): { process: ChildProcess; acknowledged: Promise<string[]> } {
  const child = spawn(process.execPath, [script, file, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged = text(child.stdout).then((output) => output.split('\n').slice(0, -1));
  return { process: child, acknowledged };
}

describe('a ledger among processes', () => {
  it('makes one chain when two processes issue at once, even from the first document on', async () => {
    const file = join(testFolder(), 'ledger.db');
    const both = [issuing(file, 300), issuing(file, 300)];
    const acknowledged = (await Promise.all(both.map((one) => one.acknowledged))).flat();
    expect(acknowledged).toHaveLength(600);

    const ledger = openLedger(file, { environment: 'training' });
    expect(await ledger.checkChain(readers)).toEqual({ documents: 600 });
    expect(ledger.search.counts()).toMatchObject({ issued: 600, waiting: 600 });
    expect(new Set([...ledger.documents.inOrder()].map((document) => document.uuid))).toEqual(
      new Set(acknowledged),
    );
    ledger.close();
  });

  it('keeps every acknowledged document and a whole chain when killed at any moment', async () => {
    const file = join(testFolder(), 'ledger.db');
    const acknowledged: string[] = [];
    for (let round = 0; round < 30; round++) {
      const run = issuing(file, 1_000_000);
      // The moment of the kill depends on the round. It is anywhere between opening the file and several dozen
      // documents.
      let seen = 0;
      run.process.stdout?.on('data', (chunk: Buffer) => {
        seen += chunk.length / 37; // Each line is a UUID and a line end.
        if (seen >= round * 3) run.process.kill('SIGKILL');
      });
      await once(run.process, 'exit');
      acknowledged.push(...(await run.acknowledged));

      const ledger = openLedger(file, { environment: 'training' });
      const stored = new Set([...ledger.documents.inOrder()].map((document) => document.uuid));
      expect(acknowledged.filter((uuid) => !stored.has(uuid))).toEqual([]);
      expect(await ledger.checkChain(readers)).toEqual({ documents: stored.size });
      expect(ledger.search.counts()).toMatchObject({ issued: stored.size, waiting: stored.size });
      expect(ledger.checkFile()).toEqual([]);
      ledger.close();
    }
    expect(acknowledged.length).toBeGreaterThan(30);
  });
});
