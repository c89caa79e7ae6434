import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import { riyadhDateTime } from '../../../main/base/platform/riyadh-time.ts';
import type { CommandName } from '../../../shared/contract/index.ts';
import type { MonthFile } from '../../../shared/contract/till/month.ts';
import { newFolder } from '../../support/khatm.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { cashier, manager } from '../../support/run/callers.ts';

/* Tests the file of a month, which is requested on the screen and made in a thread. */

const sale = { lines: [{ name: 'شاي | Tea', quantity: 2, unitPrice: '3.50' }] };
const fresh = { ...manager, isPinFresh: true };
const month = riyadhDateTime(Date.now()).date.slice(0, 7);

async function ask(terminal: Terminal, name: CommandName, input: unknown = {}) {
  const answer = await terminal.call(name, input, fresh);
  return answer.ok ? answer.value : answer.failure.code;
}

async function openShop(folder: string) {
  const terminal = await openTerminal({ folder, version: '0' });
  await terminal.ready();
  const told: MonthFile[] = [];
  terminal.onEvent((event) => event.type === 'month' && told.push(event.month));
  const ended = () =>
    new Promise<MonthFile>((resolve) => {
      const stop = terminal.onEvent((event) => {
        if (event.type !== 'month' || event.month.state === 'working') return;
        stop();
        resolve(event.month);
      });
    });
  return { terminal, told, ended };
}

function newTarget(): string {
  const folder = newFolder('month-target');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a manager gets it while the till sells, with its progress, and the audit log knows', async () => {
  const { terminal, told, ended } = await openShop(await onboardedFolder('month'));
  const folder = newTarget();
  for (let i = 0; i < 3; i++) await ask(terminal, 'sale.issue', sale);
  const over = ended();
  expect(await ask(terminal, 'month.make', { month, folder, language: 'ar' })).toMatchObject({
    state: 'working',
    month,
    folder,
  });
  expect(await ask(terminal, 'sale.issue', sale)).toMatchObject({ icv: expect.any(Number) });
  const made = await over;
  expect(made).toMatchObject({ state: 'made', month });
  expect(await ask(terminal, 'month.get')).toEqual(made);
  expect(told.some(({ state }) => state === 'working')).toBe(true);
  if (made.state !== 'made') throw new Error('not made');
  expect(made.documents).toBeGreaterThanOrEqual(3);
  expect(readdirSync(folder)).toEqual([path.basename(made.file)]);
  const names = Object.keys(unzipSync(readFileSync(made.file)));
  expect(names).toContain('reports/المبيعات حسب الصنف.xlsx');
  expect(names.filter((name) => name.endsWith('.xml')).length).toBeGreaterThanOrEqual(made.documents);
  await terminal.close();
});

test('what was stopped is there after a restart, and goes on or is discarded', async () => {
  const data = await onboardedFolder('month-stopped');
  const folder = newTarget();
  const first = await openShop(data);
  await ask(first.terminal, 'sale.issue', sale);
  await ask(first.terminal, 'month.make', { month, folder, language: 'en' });
  expect(await ask(first.terminal, 'month.stop')).toEqual({ state: 'unfinished', month, folder });
  expect(readdirSync(folder).filter((name) => name.endsWith('.zip'))).toEqual([]);
  await first.terminal.close();

  const { terminal, ended } = await openShop(data);
  expect(await ask(terminal, 'month.get')).toEqual({ state: 'unfinished', month, folder });
  const over = ended();
  await ask(terminal, 'month.make', { month, folder, language: 'en' });
  expect(await over).toMatchObject({ state: 'made', documents: 1 });
  await ask(terminal, 'month.make', { month, folder, language: 'en' });
  await ask(terminal, 'month.stop');
  expect(await ask(terminal, 'month.drop')).toEqual({ state: 'none' });
  expect(readdirSync(folder).filter((name) => name.endsWith('.parts'))).toEqual([]);
  await terminal.close();
});

test('it is for managers with a fresh PIN, for months that have begun and folders that are there', async () => {
  const { terminal } = await openShop(await onboardedFolder('month-refused'));
  const folder = newTarget();
  const request = { month, folder, language: 'en' };
  for (const name of ['month.get', 'month.make', 'month.stop', 'month.drop'] as const)
    expect(await terminal.call(name, request, cashier)).toMatchObject({ failure: { code: 'not-allowed' } });
  expect(await terminal.call('month.make', request, { ...manager, isPinFresh: false })).toMatchObject({
    failure: { code: 'pin-needed' },
  });
  expect(await ask(terminal, 'month.make', { ...request, month: '2999-01' })).toBe('bad-input');
  const gone = path.join(folder, 'gone');
  expect(await ask(terminal, 'month.make', { ...request, folder: gone })).toBe('folder-unusable');
  expect(existsSync(gone)).toBe(false);
  expect(await ask(terminal, 'month.get')).toEqual({ state: 'none' });
  await terminal.close();
});
