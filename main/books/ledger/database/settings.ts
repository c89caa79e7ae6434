import { createHash } from 'node:crypto';
import { FailureError } from '../../../../shared/failure.ts';
import { allSettings } from '../../../../shared/stored/settings/all.ts';
import type { Settings } from '../../../base/platform/settings.ts';
import type { Database } from './database.ts';

/** Separates the name of a setting from the digest of its text, in the name under which the text was put aside. */
const aside = ' put aside ';

/** @param record runs a change of a setting that is proved, with its line of the audit log; by default it only runs it */
export function createSettings(
  database: Database,
  record: (change: () => void) => void = (change) => change(),
): Settings {
  const select = database.prepare<[string], string>('SELECT value FROM setting WHERE key = ?').pluck();
  const upsert = database.prepare(
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const selectAll = database.prepare<[], { key: string; value: string }>('SELECT key, value FROM setting');
  return {
    read(setting) {
      const text = select.get(setting.name);
      const read = text === undefined ? undefined : setting.read(text);
      if (read?.ok) return read.value;
      if (read !== undefined && setting.isGuard) throw new FailureError(read.failure);
      return setting.initial;
    },
    write(setting, value) {
      const before = select.get(setting.name);
      const change = () => {
        if (before !== undefined && !setting.read(before).ok) {
          const digest = createHash('sha256').update(before).digest('hex').slice(0, 8);
          upsert.run(`${setting.name}${aside}${digest}`, before);
        }
        upsert.run(setting.name, setting.write(value));
      };
      if (setting.isProved) record(change);
      else change();
    },
    unreadable: () =>
      selectAll.all().flatMap(({ key, value }) => {
        const [name = ''] = key.split(aside);
        const read = allSettings.get(name)?.read(value);
        return read === undefined || read.ok ? [] : [{ name: key, failure: read.failure }];
      }),
  };
}
