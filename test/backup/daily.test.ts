import { readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { createDailyBackups } from '../../main/environment/backups.ts';
import { newEntry, readers } from '../ledger/sample.ts';
import { testFolder, testLedger } from '../ledger/support.ts';
import { FakeClock } from '../support/fake-clock.ts';

const hour = 3_600_000;

it('goes on day by day after one that was made while the clock was years ahead', async () => {
  const ledger = testLedger();
  ledger.chain.append(newEntry());
  const folder = testFolder();
  const clock = new FakeClock();
  const backups = createDailyBackups({
    ledger,
    vatNumber: () => '399999999900003',
    readers,
    clock,
    failureOf: (error) => {
      throw error;
    },
    onChange: () => {},
  });
  const made = (count: number) => vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(count), 20_000);
  backups.setFolder(folder);
  clock.set(clock.now() + 10 * 365 * 24 * hour);
  backups.start();
  await made(1);
  await vi.waitFor(() => expect(backups.view().last).toBeDefined());
  clock.set(clock.now() - 10 * 365 * 24 * hour);
  await clock.advance(hour);
  await made(2);
  await backups.stop();
});
