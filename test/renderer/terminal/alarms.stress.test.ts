import { describe, expect, test } from 'vitest';
import { followBacklog } from '../../../renderer/till/invoices/backlog.tsx';
import { payExactly } from '../../support/pay.ts';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, usePages } from '../harness/pages.ts';
import { everyAlarm, failWithClock, sellToBusiness } from '../scenes/submission-scenes.ts';

/* Tests the alarms, the forecast and the deadlines that a cashier sees, in a real Chromium. */

const people = [
  { name: 'Noura', role: 'manager' as const },
  { name: 'Salem', role: 'cashier' as const },
];
const manager = { people, person: 'Noura', environment: 'production' as const };
const cashier = { ...manager, person: 'Salem' };

describe.skipIf(chromiumPath === undefined)('alarms', () => {
  const { open } = usePages();

  test('are one line for the gravest, all on demand, red before amber, each with what mends it', async () => {
    const page = await open({ fake: { ...manager, alarms: everyAlarm } });
    const banner = page.getByRole('region', { name: 'What needs a person' });
    await banner.getByText('Not reported within 24 hours: 3').waitFor();
    expect(await banner.locator('[data-level]').count()).toBe(1);
    await banner.getByRole('button', { name: 'and 5 more' }).click();
    const levels = await banner
      .locator('[data-level]')
      .evaluateAll((lines) => lines.map((line) => (line as HTMLElement).dataset.level));
    expect(levels).toEqual(['red', 'red', 'red', 'red', 'amber', 'amber']);

    await banner.getByRole('button', { name: 'How to set it' }).click();
    await page.getByRole('dialog').getByText('Set time automatically').waitFor();
    await page.keyboard.press('Escape');
    await banner.getByRole('button', { name: 'Send them again' }).click();
    await page.getByText('T1-002990').waitFor();
    expect(await callsOf(page, 'invoice.sendParked')).toHaveLength(1);
    await page.locator('label', { hasText: 'Accepted' }).click();
    await banner.getByRole('button', { name: 'Show the waiting' }).first().click();
    await page.getByText('T1-003000').waitFor();
    expect(await page.getByRole('radio', { name: 'Waiting' }).isChecked()).toBe(true);
    await banner.getByRole('link', { name: 'To the certificate' }).click();
    await page.getByText('days left').waitFor();
    await banner.getByRole('button', { name: 'Show one' }).click();
    expect(await banner.locator('[data-level]').count()).toBe(1);
  });

  test('are seen by a cashier too, who is told whom to call, or what to do at the till', async () => {
    const page = await open({ fake: { ...cashier, alarms: everyAlarm.slice(4) } });
    const banner = page.getByRole('region', { name: 'What needs a person' });
    await banner.getByText('Call the manager').waitFor();
    await banner.getByRole('button', { name: 'and 1 more' }).click();
    await banner.getByText('Hand over the invoice without clearance').waitFor();
    expect(await banner.getByRole('link').count()).toBe(0);
    expect(await banner.getByRole('button').count()).toBe(1);
  });

  test('a backup that failed is a manager’s to know', async () => {
    const backups = { folder: '/media/usb', failure: { code: 'disk-full' as const } };
    const alarms = [{ kind: 'backup' as const, level: 'amber' as const, why: 'disk-full' as const }];
    const page = await open({ fake: { ...manager, alarms, backups } });
    await page.getByText('The last backup could not be made. The disk of its folder is full').waitFor();
    await page.getByRole('link', { name: 'To the backups' }).click();
    await page.getByRole('heading', { name: 'Backups' }).waitFor();
    const other = await open({ fake: { ...cashier, alarms, backups } });
    expect(await other.getByText('The last backup').count()).toBe(0);
  });

  test('a refused ledger has the till’s place, and a line elsewhere that leads there', async () => {
    const refused = { kind: 'ledger' as const, level: 'red' as const, why: 'ledger-old' as const };
    const page = await open({
      hash: '#/invoices',
      fake: { ...manager, alarms: [refused], unready: { code: 'ledger-old' } },
    });
    const line = page.getByText('Nothing can be issued: these invoice records are an older copy.');
    await line.waitFor();
    await page.getByRole('link', { name: 'What to do' }).click();
    await page.getByText('Put the newest ledger file back').waitFor();
    expect(await line.count()).toBe(0);
  });

  test('a key store that does not take the witness is a manager’s to know', async () => {
    const alarms = [{ kind: 'witness' as const, level: 'amber' as const, since: '2026-11-20T10:00:00.000Z' }];
    const page = await open({ fake: { ...manager, alarms } });
    await page.getByText('Sales go on. Unlock the key store').waitFor();
    const other = await open({ fake: { ...cashier, alarms } });
    await other.getByText('New line').waitFor();
    expect(await other.getByText('key store').count()).toBe(0);
  });

  test('come in only when nobody is about to press anything', async () => {
    const page = await open({ fake: manager });
    const newLine = page.getByRole('button', { name: /New line/ });
    const place = async () => (await page.locator('textarea[id$="-name"]').first().boundingBox())?.y;
    const y = await place();
    await page.getByLabel('Quantity').first().focus();
    await newLine.hover();
    await page.mouse.down();
    await page.evaluate(
      (alarms) =>
        window.fake.say({ alarms: alarms.map((alarm) => ({ since: '2026-11-20T07:10:00.000Z', ...alarm })) }),
      everyAlarm,
    );
    // Alarms appear when the pointer rests this long, but here its button is still pressed.
    await page.waitForTimeout(1200);
    expect(await place()).toBe(y);
    expect(await page.getByRole('region', { name: 'What needs a person' }).count()).toBe(0);
    await page.mouse.up();
    await page.getByRole('region', { name: 'What needs a person' }).waitFor();
    // The press reached the button at which it was aimed, which found the line that is still empty.
    await page.locator('textarea[id$="-name"]:focus').waitFor();
  });

  test('a small screen with an alarm keeps the main action whole', async () => {
    const page = await open({
      fake: { ...manager, alarms: everyAlarm },
      size: { width: 1024, height: 700 },
    });
    const box = await page.locator('#issue').boundingBox();
    expect(box?.height).toBe(72);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(700);
  });
});

describe.skipIf(chromiumPath === undefined)('the queue', () => {
  const { open } = usePages();

  test('says when the last will be sent, with how far it is', async () => {
    const page = await open({ hash: '#/invoices', fake: manager });
    await page.getByText('T1-003000').waitFor();
    const say = (waiting: number, minutes: number) =>
      page.evaluate(
        ([count, remainingMs]) =>
          window.fake.say({ waiting: count, forecast: { waiting: count, remainingMs } }),
        [waiting, minutes * 60_000] as const,
      );
    await say(3100, 20);
    await page.getByText('0 of 3,100 sent').waitFor();
    await say(2310, 14);
    await page.getByText('will be sent in 14 min').waitFor();
    await page.getByText('790 of 3,100 sent').waitFor();
    expect(
      await page.getByRole('progressbar').evaluate((bar) => (bar as HTMLProgressElement).position),
    ).toBeCloseTo(790 / 3100);
    expect(await page.getByTitle('will be sent in 14 min').count()).toBe(1);
    await page.evaluate(() => window.fake.say({ waiting: 0, forecast: undefined }));
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
  });

  test('what cannot go by itself is sent again all at once, by a manager alone', async () => {
    const page = await open({ hash: '#/invoices', fake: manager });
    await page.locator('label', { hasText: 'Needs attention' }).click();
    await page.getByText('These cannot go by themselves').waitFor();
    await page.keyboard.press('F9');
    await page.getByText('Being sent').waitFor();
    expect(await callsOf(page, 'invoice.sendParked')).toHaveLength(1);
    const other = await open({ hash: '#/invoices', fake: cashier });
    await other.locator('label', { hasText: 'Needs attention' }).click();
    await other.getByText('T1-002990').waitFor();
    expect(await other.getByRole('button', { name: /Send all again/ }).count()).toBe(0);
  });

  test('a late document is marked by shape and word, in the list and on its page', async () => {
    const page = await open({ hash: '#/invoices', fake: manager });
    await page.getByText('T1-003000').waitFor();
    expect(await page.getByText('Late', { exact: true }).count()).toBe(0);
    await page.evaluate(() => {
      window.fake.change(2999, { dueAt: '2026-11-20T09:00:00.000Z' });
      window.fake.change(2996, { late: true });
    });
    const marks = page.getByText('Late', { exact: true });
    await marks.nth(1).waitFor();
    expect(await marks.locator('svg').count()).toBe(2);
    await page.getByText('T1-002996').click();
    await page.getByText('It was reported after its 24 hours').waitFor();
    expect(await marks.count()).toBe(1);
  });
});

describe.skipIf(chromiumPath === undefined)('clearance at the till', () => {
  const { open } = usePages();
  const fake = { ...cashier, invoices: 40 };

  test('when the authority does not answer in time, the invoice is handed over as it is', async () => {
    const page = await open({ fake });
    await sellToBusiness(page);
    await page.getByText('once the authority has cleared it').waitFor();
    await page.evaluate(() => window.fake.change(41, { attempts: 1, dueAt: '2026-11-20T09:25:00.000Z' }));
    await page.getByText('Hand over the invoice now; the cleared one follows').waitFor();
    await page.evaluate(() => window.fake.settle('accepted', 2));
    await page.getByText('Cleared. Hand the invoice over.').waitFor();
    expect(await page.getByText('the cleared one follows').count()).toBe(0);
  });

  test('after clearance the code is the authority’s', async () => {
    const page = await open({ fake });
    await page.evaluate(() => {
      const call = window.fake.call;
      window.fake.call = async (name, input) => {
        const answer = (await call(name, input)) as { ok: boolean; value: object };
        return name === 'invoice.get' ? { ok: true, value: { ...answer.value, qr: 'AUTHORITY' } } : answer;
      };
    });
    await sellToBusiness(page);
    const code = page.getByRole('img', { name: /QR code/ }).locator('path');
    const issued = await code.getAttribute('d');
    await page.evaluate(() => window.fake.settle('accepted', 1));
    await expect.poll(() => code.getAttribute('d')).not.toBe(issued);
  });

  test('with clearance switched off it says that it went through reporting', async () => {
    const page = await open({ fake });
    await sellToBusiness(page);
    await page.evaluate(() => window.fake.change(41, { attempts: 2, mode: 'reporting', state: 'accepted' }));
    await page.getByText('Accepted through reporting').waitFor();
    await page.getByRole('link', { name: 'Open invoice' }).click();
    await page.getByText('so this invoice went through reporting').waitFor();
  });

  test('a clock behind the last invoice says what to do', async () => {
    const page = await open({ fake, language: 'ar' });
    await page.locator('textarea[id$="-name"]').last().fill('تمر');
    await page.locator('input[id$="-price"]').last().fill('10');
    await page.evaluate(() => window.fake.failNext('sale.issue', { code: 'clock-back' }));
    await payExactly(page);
    await page.getByRole('button', { name: 'كيفية ضبط الساعة' }).click();
    await page.getByRole('dialog').getByText('ضبط الوقت تلقائيًا').first().waitFor();
  });
});

describe.skipIf(chromiumPath === undefined)('a clock in the way of a sale', () => {
  const { open } = usePages();
  const detail = { now: '2027-12-25T12:30:00.000Z', known: '2026-11-20T12:30:00.000Z', days: 400 };

  test('is confirmed by a manager, with a reason, and the sale goes on', async () => {
    const page = await open({ fake: manager });
    await failWithClock(page, { code: 'clock-ahead', detail: { ...detail, asks: 'manager' } });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Yes, today is/ }).click();
    await dialog.getByText('Say why, in a few words.').waitFor();
    await dialog.getByLabel('Why the clock').fill('closed for the summer');
    await dialog.getByRole('button', { name: /Yes, today is/ }).click();
    await page.locator('svg[role=img]').waitFor();
  });

  test('is not the cashier’s to confirm after months', async () => {
    const page = await open({ fake: cashier });
    await failWithClock(page, { code: 'clock-ahead', detail: { ...detail, asks: 'manager' } });
    await page.getByRole('dialog').getByText('Call the manager').waitFor();
    expect(await page.getByRole('button', { name: /Yes, today is/ }).count()).toBe(0);
  });

  test('a last invoice with a wrong time is said to have one, and the sale goes on', async () => {
    const page = await open({ fake: manager });
    await failWithClock(page, { code: 'clock-back', detail: { now: detail.known, last: detail.now } });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Why the clock').fill('the year was wrong');
    await dialog.getByRole('button', { name: 'The time is right now: go on' }).click();
    await page.locator('svg[role=img]').waitFor();
  });
});

test('progress counts from what waited at most, and anew once nothing waits', () => {
  const at = (waiting: number, environment: 'production' | 'training' = 'production') => ({
    environment,
    waiting,
  });
  let backlog = followBacklog(undefined, at(10));
  for (const waiting of [40, 30, 35]) backlog = followBacklog(backlog, at(waiting));
  expect(backlog.most).toBe(40);
  expect(followBacklog(backlog, at(5, 'training')).most).toBe(5);
  backlog = followBacklog(backlog, at(0));
  expect(followBacklog(backlog, at(3)).most).toBe(3);
});
