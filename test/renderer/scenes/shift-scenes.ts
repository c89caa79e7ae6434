import type { Page } from 'playwright-core';
import { bookShop } from './buyer-scenes.ts';
import type { Scene } from './manager-scenes.ts';

/* The scenes of the cash drawer, for pictures and for the layout tests. */

const people = [
  { name: 'Noura', role: 'manager' as const },
  { name: 'سالم بن عبدالرحمن القحطاني', role: 'cashier' as const },
];
const cashier = { people, person: people[1]?.name ?? '', role: 'cashier' as const };
const manager = { people, person: 'Noura' };
const hash = '#/shift';

const count = (page: Page) => page.locator('#count-10000').fill('12');

export const shiftScenes: Record<string, Scene> = {
  'shift-none': { hash, fake: cashier },
  'shift-open': { hash, fake: { ...cashier, shift: 'open' } },
  'shift-forgotten': { hash, fake: { ...manager, shift: 'old' } },
  'shift-move': {
    hash,
    fake: { ...cashier, shift: 'open' },
    async act(page) {
      await page.getByRole('button', { name: /^(Pay out|صرف من الدرج)$/ }).click();
      await page.locator('#move-amount').waitFor();
    },
  },
  'shift-account': {
    hash,
    fake: { ...cashier, shift: 'open', buyers: bookShop.buyers ?? [] },
    async act(page) {
      await page.getByRole('button', { name: /^(Receive a payment|تحصيل دفعة)$/ }).click();
      await page.getByRole('button', { name: /^(Choose|اختيار) شركة نجد/ }).click();
      await page.locator('#account-amount').waitFor();
    },
  },
  'shift-so-far': {
    hash,
    fake: { ...manager, shift: 'open' },
    async act(page) {
      await page.getByRole('button', { name: /^(Figures so far|الأرقام حتى الآن)/ }).click();
      await page.locator('dl').first().waitFor();
    },
  },
  'shift-sure': {
    hash,
    fake: { ...cashier, shift: 'open' },
    async act(page) {
      await count(page);
      await page.keyboard.press('F9');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  'shift-closed': {
    hash,
    fake: { ...cashier, shift: 'open' },
    async act(page) {
      await count(page);
      await page.keyboard.press('F9');
      const close = page.getByRole('alertdialog').getByRole('button').last();
      await close.and(page.locator('[aria-disabled=false]')).click();
      await page.locator('dl').first().waitFor();
    },
  },
};
