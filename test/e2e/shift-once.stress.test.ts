import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { hastes, settled } from '../renderer/harness/haste.ts';
import { typeAsPerson } from '../renderer/harness/scanner.ts';
import { openPreview, type Preview } from '../support/browser/preview.ts';
import { newFolder } from '../support/khatm.ts';
import { drawnFrom } from '../support/run/effort.ts';
import { openFakePrinter } from '../till/devices/fake-printer.ts';

/*
 * Tests that hasty presses do not move money. Each button and key of a shift is pressed too often, too long or too
 * early at the training terminal, and then the drawer is checked.
 */

/**
 * The counts of shifts opened and closed, cash paid in and out and handed over, pulses to the drawer, payments on
 * account and their reversals, and documents.
 */
interface Moved {
  readonly opened: number;
  readonly closed: number;
  readonly movements: number;
  readonly pulses: number;
  readonly payments: number;
  readonly issued: number;
}

interface Scene {
  arrange(page: Page): Promise<unknown>;
  readonly main: string;
  readonly key: string;
  /** The effect of one deliberate press; if omitted, the press only leads to the next step. */
  readonly does?: Partial<Moved>;
  /** The effect of the key, if it differs from the button's. */
  readonly byKey?: Partial<Moved>;
  /** True for forms, which Enter submits from any field. */
  readonly isForm?: boolean;
  /** The state of the shift at the beginning. */
  readonly shift: 'open' | 'none';
}

const panel = 'aside button >> nth=-1';
const pieces = (page: Page) => page.locator('#count-10000').fill('1');

const buyerChoice = 'role=button[name=/^Choose /]';
const buyer = {
  name: 'شركة نجد | Najd Trading',
  vatNumber: '310122393500003',
  address: {
    street: 'Olaya',
    building: '1234',
    district: 'Olaya',
    city: 'Riyadh',
    postalCode: '12345',
    country: 'SA',
  },
};

const takeOver = 'Take over the drawer';
const staff = ['Noura', 'Salem'] as const;
const pin = '274913';

const scenes: Record<string, Scene> = {
  'the opening': {
    shift: 'none',
    arrange: (page) => page.getByLabel('Cash in the drawer now').fill('100'),
    main: panel,
    key: 'F9',
    does: { opened: 1 },
    isForm: true,
  },
  'an opening without a float': {
    shift: 'none',
    arrange: (page) => page.getByLabel('Cash in the drawer now').waitFor(),
    main: panel,
    key: 'F9',
  },
  'cash paid in': {
    shift: 'open',
    arrange: (page) => move(page, 'Pay in'),
    main: 'form button[type=submit]',
    key: 'Enter',
    does: { movements: 1 },
    isForm: true,
  },
  'cash paid out': {
    shift: 'open',
    arrange: (page) => move(page, 'Pay out'),
    main: 'form button[type=submit]',
    key: 'Enter',
    does: { movements: 1 },
    isForm: true,
  },
  'a closing that was counted': { shift: 'open', arrange: pieces, main: panel, key: 'F9' },
  'the question before closing': {
    shift: 'open',
    async arrange(page) {
      await pieces(page);
      await page.keyboard.press('F9');
      await page.getByRole('alertdialog').waitFor();
      await page.waitForTimeout(settled);
    },
    main: panel,
    // The key that opened this question must not answer it.
    key: 'F9',
    byKey: {},
    does: { closed: 1 },
  },
  'a closing without a count': {
    shift: 'open',
    arrange: (page) => page.getByRole('button', { name: 'Close without counting' }).waitFor(),
    main: 'role=button[name="Close without counting"]',
    key: 'Enter',
  },
  'the drawer opened by hand': {
    shift: 'open',
    async arrange(page) {
      await page.getByRole('button', { name: 'Open the drawer' }).click();
      await page.getByLabel('Why is the drawer opened?').fill('Small change');
    },
    main: 'form button[type=submit]',
    key: 'Enter',
    does: { pulses: 1 },
    isForm: true,
  },
  'a drawer opened for no reason': {
    shift: 'open',
    arrange: (page) => page.getByRole('button', { name: 'Open the drawer' }).waitFor(),
    main: 'role=button[name="Open the drawer"]',
    key: 'Enter',
  },
  'a payment on account': {
    shift: 'open',
    async arrange(page) {
      await chooseBuyer(page);
      await page.locator('#account-amount').fill('1');
      await page.waitForTimeout(settled);
    },
    main: 'form button[type=submit]',
    key: 'Enter',
    does: { payments: 1 },
    isForm: true,
  },
  // The form that opens contains the whole debt and has the focus.
  'the buyer of a payment on account': {
    shift: 'open',
    arrange: findBuyer,
    main: buyerChoice,
    key: 'Enter',
  },
  'a payment on account that was wrong': {
    shift: 'open',
    async arrange(page) {
      const { key } = await owing(page);
      await ask(page, 'account.pay', { id: crypto.randomUUID(), key, means: 'cash', amount: 100 });
      await page.evaluate(() => {
        window.location.hash = '#/settings/buyers';
      });
      await page.getByRole('button', { name: 'Account of' }).click();
      await page.getByRole('button', { name: 'Take back voucher' }).first().click();
      await page.getByLabel('What was wrong?').fill('Another buyer');
    },
    main: 'form button[type=submit]',
    key: 'Enter',
    does: { payments: 1 },
    isForm: true,
  },
  // This case is last, because somebody is signed in once the first person exists.
  'a shift of somebody else': {
    shift: 'open',
    async arrange(page) {
      await signInAsOther(page);
      await page.getByRole('button', { name: takeOver }).focus();
      await page.waitForTimeout(settled);
    },
    main: `role=button[name="${takeOver}"]`,
    key: 'Enter',
    does: { movements: 1 },
    // The button reacts at once. The person who is signed in takes over, which is possible only once.
    isForm: true,
  },
};

/** Signs in a manager who is not responsible for the drawer. */
async function signInAsOther(page: Page): Promise<void> {
  const { people } = await ask<{ people: readonly unknown[] }>(page, 'people.list');
  if (people.length === 0)
    for (const name of staff) {
      await ask(page, 'people.save', { name, role: 'manager', pin });
      await ask(page, 'people.signIn', { name: staff[0], pin });
    }
  const { person } = await ask<{ person?: string }>(page, 'terminal.status');
  const other = staff.find((name) => name !== person) ?? staff[0];
  await ask(page, 'people.signIn', { name: other, pin });
  await page.reload();
  await page.evaluate(typeAsPerson);
}

async function move(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByLabel('Amount').fill('5');
  await page.getByLabel('What for?').fill('Change');
}

async function findBuyer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Receive a payment' }).click();
  await page.locator(buyerChoice).waitFor();
}

async function chooseBuyer(page: Page): Promise<void> {
  await findBuyer(page);
  await page.locator(buyerChoice).click();
  await page.locator('#account-amount').waitFor();
}

/** Returns the buyer who has bought on account. */
async function owing(page: Page): Promise<{ readonly key: string }> {
  const { accounts } = await ask<{ accounts: { key: string }[] }>(page, 'account.find', { text: '' });
  const [first] = accounts;
  if (first === undefined) throw new Error('nobody owes anything');
  return { key: first.key };
}

/** Sends a request to the terminal, as its page would. */
const ask = <T>(page: Page, name: string, input: object = {}) =>
  page.evaluate(
    async ([command, given]) => {
      type Bridge = { call(name: string, input: object): Promise<{ value: unknown }> };
      return (await (window as unknown as { khatm: Bridge }).khatm.call(command, given)).value;
    },
    [name, input] as const,
  ) as Promise<T>;

interface Now {
  readonly shift?: { readonly number: number; readonly movements: readonly unknown[] };
}

describe.skipIf(chromiumPath === undefined)('haste at the shift', () => {
  let preview: Preview;
  let page: Page;
  let printer: Awaited<ReturnType<typeof openFakePrinter>>;
  beforeAll(async () => {
    preview = await openPreview(newFolder('haste'));
    page = preview.page;
    page.setDefaultTimeout(20_000);
    await ask(page, 'sale.issue', {
      customer: 'business',
      buyer,
      payments: [{ means: 'onAccount' }],
      lines: [{ name: 'Desk', quantity: 10, unitPrice: '900.00' }],
    });
  });
  afterAll(() => preview?.close());

  const current = async () => (await ask<Now>(page, 'shift.current')).shift;
  const moved = async (): Promise<Moved> => {
    const shift = await current();
    const { shifts } = await ask<{ shifts: readonly unknown[] }>(page, 'shift.list', { limit: 100 });
    const { issued } = await ask<{ issued: number }>(page, 'terminal.status');
    const { payments } = await ask<{ payments: { number: number }[] }>(
      page,
      'account.get',
      await owing(page),
    );
    return {
      opened: shifts.length + (shift === undefined ? 0 : 1),
      closed: shifts.length,
      movements: shift?.movements.length ?? 0,
      pulses: printer.kicks.length,
      payments: payments[0]?.number ?? 0,
      issued,
    };
  };
  const begin = async (wanted: Scene['shift']) => {
    printer = await openFakePrinter();
    await ask(page, 'device.setSettings', {
      printer: printer.connection,
      cut: true,
      drawer: { use: 'byHand', pin: 2 },
      card: 'none',
    });
    const shift = await current();
    if (shift !== undefined) await ask(page, 'shift.close', { number: shift.number });
    if (wanted === 'open') await ask(page, 'shift.open', { id: crypto.randomUUID(), float: 100_00 });
    await preview.goTo('#/shift');
    await page.reload();
    await page.evaluate(typeAsPerson);
    await page.locator('h2', { hasText: wanted === 'open' ? /^Shift \d+$/ : 'No shift is open' }).waitFor();
  };

  const cases = Object.entries(scenes).flatMap(([name, scene]) =>
    Object.entries(hastes).map(([way, haste]) => ({ name, scene, way, haste })),
  );
  test.each(drawnFrom(6, cases))('$name: $way', async ({ scene, way, haste }) => {
    await begin(scene.shift);
    await scene.arrange(page);
    const before = await moved();
    await haste.act(page, scene.main, scene.key);
    const isPress = haste.presses || (scene.isForm === true && way.startsWith('Enter'));
    const does = way.startsWith('the key') ? (scene.byKey ?? scene.does) : scene.does;
    const wanted = { ...before };
    for (const key of ['opened', 'closed', 'movements', 'pulses', 'payments'] as const)
      wanted[key] += (isPress && does?.[key]) || 0;
    await expect.poll(moved, { timeout: 10_000 }).toEqual(wanted);
    // Waits until the next step would react to a press by mistake.
    await page.waitForTimeout(settled);
    expect(await moved()).toEqual(wanted);
    expect(preview.complaints).toEqual([]);
  });
});
