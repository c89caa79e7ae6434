import type { Page } from 'playwright-core';
import type { CommandName } from '../../../shared/contract/index.ts';
import { hold } from './haste.ts';
import { scan } from './scanner.ts';

/* Checks the effects of haste on every screen. */

/** The commands that issue a document, move money, or open the drawer. */
const grave: readonly CommandName[] = [
  'sale.issue',
  'sale.correct',
  'sale.exchange',
  'sale.issueAll',
  'card.ask',
  'card.cancel',
  'card.end',
  'card.settle',
  'shift.open',
  'shift.move',
  'shift.takeOver',
  'shift.close',
  'account.pay',
  'account.payBack',
  'account.takeBack',
  'drawer.open',
  'device.tryDrawer',
  'device.tryCard',
  'basket.discard',
];

/** Returns the grave calls so far, each with its name and the ID that makes the terminal carry it out only once. */
const graveCalls = (page: Page) =>
  page.evaluate(
    (names) => {
      const calls = window.fake.calls.filter(({ name }) => names.includes(name));
      return calls.map(({ name, input }, place) => {
        const ids = input as { id?: string; saleId?: string; sale?: { saleId?: string } };
        return { name, id: ids.id ?? ids.saleId ?? ids.sale?.saleId ?? String(place) };
      });
    },
    grave as readonly string[],
  );

/**
 * Scans twice, presses the main key three times, and holds it and Enter down on the open screen.
 * @returns the faults: grave commands of a scan, and those that did more than one thing
 */
export async function graveInHaste(page: Page): Promise<string[]> {
  const before = await graveCalls(page);
  await scan(page, 'AB12-77');
  await scan(page, '6281000000014', { end: 'Tab' });
  const scanned = (await graveCalls(page)).slice(before.length);
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('F9');
  await hold(page, 'F9');
  await hold(page, 'Enter');
  const pressed = (await graveCalls(page)).slice(before.length);
  const things = new Set(pressed.map(({ name, id }) => `${name} ${id}`));
  const names = new Set(pressed.map(({ name }) => name));
  return [
    ...scanned.map(({ name }) => `${name} by a scan`),
    ...(things.size > names.size ? [`more than one: ${[...things].join(', ')}`] : []),
  ];
}
