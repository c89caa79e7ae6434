import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { codeKey } from '../../../../main/till/catalogue/code-key.ts';
import { samplePin, trades } from '../../../../shared/sample-shop.ts';
import { askScreen, coffee, refusedAtScreen } from '../../../support/go-live.ts';
import { newFolder } from '../../../support/khatm.ts';

/* Tests the sample shop of a new terminal from the first screen until another environment begins. */

const mona = { name: 'Mona', role: 'manager', pin: '482913' } as const;
const passphrase = 'the shop at the corner';
let terminal: Terminal;
let folder: string;
async function openNew() {
  folder = newFolder('sample-shop');
  terminal = await openTerminal({ folder, version: '0', passphrase });
}
afterEach(() => terminal.close());

const ask: <N extends Parameters<typeof askScreen>[1]>(
  name: N,
  input: Parameters<typeof askScreen<N>>[2],
) => ReturnType<typeof askScreen<N>> = (name, input) => askScreen(terminal, name, input);
const articles = () => ask('article.list', { language: 'en' });
const isDone = async (step: string) =>
  (await ask('firstDay.get', {})).steps.find(({ id }) => id === step)?.isDone;

/** Returns true for 13 digits whose last is the check digit of GS1. */
function isEan(code: string): boolean {
  const sum = [...code].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return /^\d{13}$/.test(code) && sum % 10 === 0;
}

describe('a sample shop', () => {
  test.each(trades)('%s has forty articles, two people, three buyers and takings', async (trade) => {
    await openNew();
    expect(await ask('terminal.status', {})).toMatchObject({ sampleShop: 'new' });
    await ask('firstDay.begin', { with: trade });

    const status = await ask('terminal.status', {});
    expect(status).toMatchObject({ sampleShop: trade, role: 'manager', person: expect.any(String) });
    const { total, articles: first } = await articles();
    expect(total).toBe(40);
    expect((await ask('article.list', { language: 'en', show: 'favourites' })).total).toBe(12);
    for (const { codes, nameAr, nameEn, price } of first) {
      expect(codes).toHaveLength(1);
      expect(codes.every((code) => isEan(code) && /^2\d/.test(code))).toBe(true);
      expect([nameAr, nameEn, price]).not.toContain(undefined);
    }
    expect(new Set(first.flatMap(({ codes }) => codes.map(codeKey))).size).toBe(first.length);
    const { people } = await ask('people.list', {});
    expect(people.map(({ role }) => role).toSorted()).toEqual(['cashier', 'manager']);
    expect((await ask('buyer.list', {})).total).toBe(3);
    expect((await ask('shift.current', {})).shift).toBeDefined();

    await expect.poll(async () => (await ask('terminal.status', {})).issued, { timeout: 30_000 }).toBe(24);
    await ask('sale.issue', coffee);
  });

  test('is gone after one command, and what the shop added stays', async () => {
    await openNew();
    await ask('firstDay.begin', { with: 'cafe' });
    await expect.poll(async () => (await ask('terminal.status', {})).issued, { timeout: 30_000 }).toBe(24);
    expect([await isDone('prices'), await isDone('people')]).toEqual([false, false]);

    const mine = { nameEn: 'Sandwich', price: '12.00', codes: ['6281000000014'] };
    await ask('article.save', { article: mine });
    await ask('people.save', mona);
    await ask('people.save', { ...mona, name: 'Ali', role: 'cashier' });
    expect([await isDone('prices'), await isDone('people')]).toEqual([true, true]);
    const [changed] = (await articles()).articles.filter(({ nameEn }) => nameEn === 'Americano');
    if (changed === undefined) throw new Error('no article');
    const { id, group } = changed;
    await ask('article.save', { id, article: { nameEn: 'Americano', price: '99.00', group } });

    await ask('firstDay.removeSample', {});
    await ask('people.signIn', { name: mona.name, pin: mona.pin });
    expect((await ask('people.list', {})).people.map(({ name }) => name).toSorted()).toEqual(['Ali', 'Mona']);
    const left = await articles();
    expect(left.articles.map(({ nameEn }) => nameEn)).toEqual(['Sandwich']);
    expect((await ask('article.groups', {})).groups).toEqual([]);
    expect(await ask('terminal.status', {})).toMatchObject({ issued: 0 });
    expect((await ask('terminal.status', {})).sampleShop).toBeUndefined();
    expect((await ask('buyer.list', {})).total).toBe(0);
    // Issued documents are never deleted, not even those of training.
    expect(readdirSync(folder).filter((name) => name.startsWith('training.sample-'))).toHaveLength(1);
    await terminal.ready();
    await ask('shift.open', { id: crypto.randomUUID(), float: 0 });
    await ask('sale.issue', coffee);
  });

  test('never meets another environment', async () => {
    await openNew();
    await ask('firstDay.begin', { with: 'grocery' });
    const refused = await refusedAtScreen(terminal, 'environment.show', { environment: 'simulation' });
    expect(refused.code).toBe('sample-shop');
    await ask('firstDay.removeSample', {});
    await ask('people.save', mona);
    await ask('environment.show', { environment: 'simulation' });
    expect((await ask('terminal.status', {})).sampleShop).toBeUndefined();
    const again = await refusedAtScreen(terminal, 'firstDay.begin', { with: 'grocery' });
    expect(again.code).toBe('sample-shop');
  });

  test('is not offered where somebody has sold or works, nor after an empty beginning', async () => {
    await openNew();
    await terminal.ready();
    await ask('sale.issue', coffee);
    expect((await ask('terminal.status', {})).sampleShop).toBeUndefined();
    expect((await refusedAtScreen(terminal, 'firstDay.begin', { with: 'cafe' })).code).toBe('sample-shop');
    await terminal.close();
    await openNew();
    await ask('firstDay.begin', { with: 'empty' });
    expect((await ask('terminal.status', {})).sampleShop).toBeUndefined();
    expect((await articles()).total).toBe(0);
  });

  test('stays through a restart, and its people sign in with the PIN that the screen shows', async () => {
    await openNew();
    await ask('firstDay.begin', { with: 'pharmacy' });
    await terminal.close();
    terminal = await openTerminal({ folder, version: '0', passphrase });
    const { people } = await ask('people.list', {});
    for (const { name, role } of people)
      expect(await ask('people.signIn', { name, pin: samplePin })).toEqual({ role });
  });
});

describe('practice', () => {
  test('makes the card terminal decline, then lose an answer, then approve', async () => {
    await openNew();
    await ask('firstDay.begin', { with: 'empty' });
    expect(await ask('card.terminal', {})).toEqual({ terminal: 'none' });
    await ask('practice.cause', { kind: 'cardDeclined' });
    expect(await ask('card.terminal', {})).toEqual({ terminal: 'simulator', outcome: 'decline' });
    const { faults } = await ask('practice.cause', { kind: 'cardAnswerLost' });
    expect(faults.map(({ kind }) => kind)).toEqual(['cardAnswerLost']);
    expect(await ask('card.terminal', {})).toEqual({ terminal: 'simulator', outcome: 'loseAnswer' });
    await ask('practice.end', {});
    expect(await ask('card.terminal', {})).toEqual({ terminal: 'simulator', outcome: 'approve' });
  });

  test('of a refusal ticks the first day', async () => {
    await openNew();
    expect(await isDone('practise')).toBe(false);
    await ask('practice.cause', { kind: 'refuseNext' });
    expect(await isDone('practise')).toBe(true);
    expect(await ask('firstDay.putAway', {})).toMatchObject({ isShown: false });
  });
});
