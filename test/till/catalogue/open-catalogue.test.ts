import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openGuardedCatalogue } from '../../../main/till/catalogue/open-catalogue.ts';
import { failing } from '../../books/ledger/support.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { add, dataFolder, openIn } from './support.ts';

test('articles are there after a restart', () => {
  const folder = dataFolder();
  const first = openIn(folder);
  const { id } = add(first.open(), { nameEn: 'Coffee', price: '3' });
  first.close();
  expect(openIn(folder).open().get(id)).toMatchObject({ nameEn: 'Coffee', price: '3' });
});

test('a damaged list is kept, and the new one says so until somebody has read it', () => {
  const folder = dataFolder();
  writeFileSync(path.join(folder, 'catalogue.db'), 'not a database at all, by any means');
  const guarded = openIn(folder);
  expect(guarded.open().groups()).toEqual([]);
  const [kept] = readdirSync(folder).filter((name) => name.includes('.damaged-'));
  expect(kept).toMatch(/^catalogue\.db\.damaged-\d+$/);
  expect(guarded.setAside()).toBe(kept);
  guarded.close();
  const again = openIn(folder);
  expect(again.setAside()).toBe(kept);
  again.acknowledge();
  expect(again.setAside()).toBeUndefined();
});

test('a list that cannot be opened is told, is not replaced, and keeps nobody from asking again', () => {
  const folder = dataFolder();
  const file = path.join(folder, 'catalogue.db');
  mkdirSync(file);
  const told: unknown[] = [];
  const guarded = openGuardedCatalogue({
    folder,
    clock: new FakeClock(),
    onError: (error) => told.push(error),
  });
  expect(guarded.ifOpen()).toBeUndefined();
  expect(() => guarded.open()).toThrow(failing('articles-broken'));
  expect(told.length).toBeGreaterThan(0);
  expect(readdirSync(folder)).toEqual(['catalogue.db']);
  guarded.close();
});
