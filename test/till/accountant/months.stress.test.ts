import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { createMonths, type Months } from '../../../main/till/accountant/months.ts';
import { stagingFolderOf } from '../../../main/till/accountant/staging.ts';
import { noShopLines } from '../../../shared/shop-lines.ts';
import { testFolder } from '../../books/ledger/support.ts';
import { hour, november, openShop } from './shop-month.ts';

it('leaves no parts behind when the month has ended before it goes on', async () => {
  const environment = path.join(testFolder(), 'training');
  mkdirSync(environment);
  const { ledger, clock, folder, issue } = openShop(path.join(environment, 'ledger.db'));
  const ended = Promise.withResolvers<void>();
  const months: Months = createMonths({
    ...{ ledger, clock, folder: environment, company: () => trainingCompany },
    failureOf: () => ({ code: 'internal' }),
    onChange: () => months.view().state === 'made' && ended.resolve(),
  });
  onTestFinished(() => months.stop());
  const request = { month: '2026-10', folder, language: 'en', shop: noShopLines, actor: 'Mona' } as const;
  clock.set(november - 2 * hour);
  issue({ lines: [{ name: 'Tea', quantity: 1, unitPrice: '5.00' }] });
  await months.make(request);
  await months.cancel();
  const name = `khatm-training-${trainingCompany.vatNumber}-T1-2026-10`;
  const parts = stagingFolderOf(environment, path.join(folder, `${name}-so-far.zip`));
  // The earlier run may have stopped before its first part.
  mkdirSync(parts, { recursive: true });
  clock.set(november + hour);
  await months.make(request);
  expect(existsSync(parts)).toBe(false);
  await ended.promise;
  expect(readdirSync(folder)).toEqual([`${name}.zip`]);
});
