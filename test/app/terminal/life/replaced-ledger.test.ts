import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openTerminal } from '../../../../main/app/terminal/terminal.ts';
import { openArchive } from '../../../../main/books/ledger/ledger.ts';
import { khatm } from '../../../support/khatm.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { manager } from '../../../support/run/callers.ts';

const coffee = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };

// Windows lets nobody replace a file that is open.
test.skipIf(process.platform === 'win32')(
  'a file that is put over the ledger of a running till is seen before the next commit',
  async () => {
    const folder = await onboardedFolder('replaced');
    const file = path.join(folder, 'training', 'ledger.db');
    copyFileSync(file, `${file}.older`);
    const till = await openTerminal({ folder, version: '0' });
    await till.ready();
    expect(await till.call('sale.issue', coffee, manager)).toMatchObject({ ok: true });
    renameSync(`${file}.older`, file);

    const lost = { ok: false, failure: { code: 'ledger-lost' } };
    expect(await till.call('sale.issue', coffee, manager)).toMatchObject(lost);
    expect(await till.call('shift.open', { id: randomUUID(), float: 1000 }, manager)).toMatchObject(lost);
    expect(await till.call('terminal.status', {}, manager)).toMatchObject({
      value: { unready: { code: 'ledger-lost' }, alarms: [{ kind: 'ledger', why: 'ledger-lost' }] },
    });
    // The right one has a name again, with the document that the other file lacks.
    const kept = path.join(folder, 'training', 'ledger-kept.khatm');
    expect(existsSync(kept)).toBe(true);
    const archive = openArchive(kept);
    expect(archive?.chain.head()?.icv).toBe(1);
    archive?.close();
    // Other programs read nothing of the file, and say the same.
    for (const command of [
      ['ledger', 'check'],
      ['credential', 'status'],
    ]) {
      const { code, stdout, stderr } = await khatm(...command, '--data', folder);
      expect([code, stdout, stderr]).toEqual([
        2,
        '',
        expect.stringContaining('records of this terminal are missing'),
      ]);
    }
    await till.close();
  },
);
