import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createSettings } from '../../../main/books/ledger/database/settings.ts';
import { issuingStop, knownTimes } from '../../../shared/stored/settings/environment.ts';
import { kioskSetting } from '../../../shared/stored/settings/terminal.ts';
import { failing } from './support.ts';

const newer = (form: string) => JSON.stringify({ form, version: 2, value: 'in another form' });

function opened() {
  const database = new BetterSqlite3(':memory:');
  database.exec('CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL)');
  const put = (key: string, value: string) =>
    database.prepare('INSERT INTO setting VALUES (?, ?)').run(key, value);
  const rows = () =>
    database.prepare<[], { key: string; value: string }>('SELECT key, value FROM setting ORDER BY key').all();
  return { settings: createSettings(database), put, rows };
}

describe('a setting that cannot be read', () => {
  it('is as if nobody had set it, and is named', () => {
    const { settings, put } = opened();
    put('kiosk', newer('kiosk'));
    put('clock.known', '{"server":1');
    expect(settings.read(kioskSetting)).toBe(false);
    expect(settings.read(knownTimes)).toEqual({});
    expect(settings.unreadable()).toEqual([
      { name: 'kiosk', failure: { code: 'stored-newer', detail: { form: 'kiosk' } } },
      { name: 'clock.known', failure: { code: 'stored-unreadable', detail: { form: 'clock.known' } } },
    ]);
  });

  it('refuses if it guards something, until it is written anew', () => {
    const { settings, put } = opened();
    put('issuing.stop', newer('issuing.stop'));
    expect(() => settings.read(issuingStop)).toThrow(failing('stored-newer'));
    settings.write(issuingStop, null);
    expect(settings.read(issuingStop)).toBeNull();
  });

  it('is put aside byte for byte when a new value is written, and stays named', () => {
    const { settings, put, rows } = opened();
    put('kiosk', newer('kiosk'));
    settings.write(kioskSetting, true);
    settings.write(kioskSetting, false);
    expect(settings.read(kioskSetting)).toBe(false);
    expect(rows()).toEqual([
      { key: 'kiosk', value: kioskSetting.write(false) },
      { key: expect.stringMatching(/^kiosk put aside [0-9a-f]{8}$/), value: newer('kiosk') },
    ]);
    expect(settings.unreadable().map(({ name }) => name)).toEqual([rows()[1]?.key]);
  });
});
