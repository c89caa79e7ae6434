import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enter, issueUntilGreen, nextSale, sitDown } from '../support/cashier.ts';
import { khatm, newFolder } from '../support/khatm.ts';
import { type Program, startProgram } from './program.ts';

/*
 * Tests a real Electron that restarts automatically after an uncaught error, a page that crashes twice, and a graphics
 * process that ends twice. The last start is in safe mode. The basket is there each time, and nothing is issued twice.
 */

const data = newFolder('electron-restart');
const basket = 'Coffee of the crash';

const firstItem = (page: Page) => page.getByRole('combobox', { name: 'Item 1', exact: true }).inputValue();
const log = () => readFileSync(path.join(data, 'khatm.log'), 'utf8');

describe.skipIf(process.platform === 'win32')('the program starts again by itself', () => {
  let program: Program;
  let pid: number | undefined;

  beforeAll(async () => {
    program = await startProgram(data);
    const page = await program.page();
    await sitDown(page);
    await enter(page, [{ name: basket, quantity: '2', price: '14.00' }]);
    // The basket is saved once typing has stopped, and a start counts as successful after some seconds.
    await page.waitForTimeout(6_000);
    pid = program.pid();
  });
  afterAll(() => program?.end());

  /** Waits for the restarted program and for the basket in its page. */
  async function comesBack(): Promise<Page> {
    pid = await program.another(pid);
    const page = await program.page();
    await sitDown(page);
    await expect.poll(() => firstItem(page), { timeout: 30_000 }).toBe(basket);
    await page.waitForTimeout(6_000);
    return page;
  }

  test('after an error that nothing caught', async () => {
    await program.run(`setTimeout(() => { throw new Error('of the test') }, 10)`);
    await comesBack();
    expect(log()).toContain('"doing":"exception"');
    expect(log()).toContain('of the test');
  });

  test('not after a rejection that nothing caught, which is logged', async () => {
    await program.run(`void Promise.reject(new Error('nobody waits for this'))`);
    await expect.poll(log).toContain('nobody waits for this');
    expect(program.pid()).toBe(pid);
    expect(await firstItem(await program.page())).toBe(basket);
  });

  test('after a page that crashed twice', async () => {
    const kill = () => {
      for (const each of program.children('renderer')) process.kill(each, 'SIGKILL');
    };
    const before = program.children('renderer');
    kill();
    await expect.poll(() => program.children('renderer'), { timeout: 30_000 }).not.toEqual(before);
    await expect.poll(() => program.children('renderer').length, { timeout: 30_000 }).toBe(1);
    expect(program.pid()).toBe(pid);
    kill();
    await comesBack();
    expect(log()).toContain('"doing":"page"');
  });

  test('without the graphics card, after its process ended twice', async () => {
    const gpu = () => program.children('gpu-process')[0];
    for (const round of [1, 2]) {
      await expect.poll(gpu, { timeout: 30_000 }).toBeDefined();
      const was = gpu();
      process.kill(was ?? 0, 'SIGKILL');
      await expect.poll(() => gpu() !== was || program.pid() !== pid, { timeout: 30_000 }).toBe(true);
      if (round === 1) expect(program.pid()).toBe(pid);
    }
    await comesBack();
    expect(log()).toContain('"doing":"gpu"');
  });

  test('in safe mode at the fourth time within ten minutes, where it sells once', async () => {
    await program.run(`setTimeout(() => { throw new Error('of the test') }, 10)`);
    const page = await comesBack();
    await page.getByText('because it stopped by itself again and again').first().waitFor();
    expect(page.url()).toContain('?safe');
    await issueUntilGreen(page, 'The authority has it. All done.');
    await nextSale(page);
    const checked = await khatm('ledger', 'check', '--data', data);
    expect(checked.stdout).toMatch(/chain whole: 1 document/);
  });

  test('a person who closes it and starts it again has the usual program', async () => {
    process.kill(program.pid() ?? 0, 'SIGTERM');
    await program.ended();
    await program.end();
    program = await startProgram(data);
    const page = await program.page();
    await sitDown(page);
    expect(page.url()).not.toContain('?safe');
    expect(await page.getByText('safe mode').count()).toBe(0);
  });
});

test('a person may ask for safe mode', async () => {
  const program = await startProgram(newFolder('electron-safe'), '--safe-mode');
  try {
    const page = await program.page();
    await sitDown(page);
    await page.getByText('Khatm was started in safe mode.').first().waitFor();
  } finally {
    await program.end();
  }
});
