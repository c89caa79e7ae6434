import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { readBackupName } from '../../../main/books/backup/backup-name.ts';
import { checkCopy } from '../../../main/books/ledger/copy.ts';
import { openArchive, openLedger } from '../../../main/books/ledger/ledger.ts';
import { documentFor, hashOf, newEntry, readers } from '../ledger/sample.ts';
import { testFolder } from '../ledger/support.ts';

const program = path.join(import.meta.dirname, 'back-up-again.ts');

it('a backup killed at any moment leaves no file that looks whole and is not', async () => {
  const file = path.join(testFolder(), 'ledger.db');
  const folder = testFolder();
  const ledger = openLedger(file, { environment: 'training' });
  const filler = Buffer.alloc(20_000, ' ');
  for (let i = 0; i < 300; i++)
    ledger.chain.append(
      newEntry({
        documentFor: (link) => {
          const issued = documentFor(link);
          const xml = Buffer.concat([issued.xml, filler]);
          return { ...issued, xml, hash: hashOf(xml) };
        },
      }),
    );
  ledger.close();

  const done: string[] = [];
  let halves = 0;
  for (let round = 0; round < 12; round++) {
    const child = spawn(process.execPath, [program, file, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    // The round decides how many steps have run when the process is killed; a backup has about six.
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (lines.length === 1 + round) child.kill('SIGKILL');
    }
    done.push(...lines.filter((line) => line.endsWith('.khatm')));
    const left = [folder, path.dirname(file)].flatMap((each) => readdirSync(each));
    if (left.some((name) => name.endsWith('.part'))) halves += 1;
  }

  // The process died in the middle of some backups and finished others.
  expect(halves).toBeGreaterThan(0);
  expect(done.length).toBeGreaterThan(0);
  const whole = readdirSync(folder).filter((name) => readBackupName(name) !== undefined);
  expect(whole).toEqual(expect.arrayContaining(done));
  for (const name of whole) {
    const copy = path.join(folder, name);
    expect(await checkCopy(copy)).toEqual([]);
    const archive = openArchive(copy);
    expect(await archive?.checkChain(readers)).toEqual({ documents: readBackupName(name)?.icv });
    archive?.close();
  }
});
