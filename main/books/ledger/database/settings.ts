import type { Settings } from '../../../base/platform/settings.ts';
import type { Database } from './database.ts';

export function createSettings(database: Database): Settings {
  const select = database.prepare<[string], string>('SELECT value FROM setting WHERE key = ?').pluck();
  const upsert = database.prepare(
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  return {
    read({ key, parse }) {
      const stored = select.get(key);
      return parse(stored === undefined ? undefined : JSON.parse(stored));
    },
    write({ key }, value) {
      upsert.run(key, JSON.stringify(value));
    },
  };
}
