import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { newFolder } from '../../../support/khatm.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { manager } from '../../../support/run/callers.ts';

/* Tests a copy of the ledger from before a shift was closed. The number of a closing report must not be used twice. */

const clock = new FakeClock(Date.now());
const open = (folder: string) => openTerminal({ folder, version: '0', clock });
/** The number of milliseconds after which the state of the ledger at its opening has been recorded outside of it. */
const noted = 5_000;

async function ask<N extends CommandName>(terminal: Terminal, name: N, input: CommandInput<N>) {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

test('a closing report without a later sale is missed when an older ledger is put back', async () => {
  const folder = await onboardedFolder('restored-shift');
  const file = path.join(folder, 'training', 'ledger.db');
  const copy = path.join(newFolder('before-closing'), 'ledger.db');
  let terminal = await open(folder);
  await terminal.ready();
  await ask(terminal, 'sale.issue', { lines: [{ name: 'Coffee', quantity: 1, unitPrice: '10.00' }] });
  await terminal.close();
  cpSync(file, copy);

  terminal = await open(folder);
  await terminal.ready();
  await clock.advance(noted);
  await ask(terminal, 'shift.open', { id: randomUUID(), float: 5_000 });
  const { report } = await ask(terminal, 'shift.close', {
    number: 1,
    count: [{ value: 5_000, count: 1 }],
  });
  expect(report.number).toBe(1);
  await terminal.close();

  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
  cpSync(copy, file);
  terminal = await open(folder);
  await expect(terminal.ready()).rejects.toMatchObject({ failure: { code: 'ledger-old' } });
  await terminal.close();
});
