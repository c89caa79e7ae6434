import type { Settings } from '../../main/base/platform/settings.ts';
import { orFail } from '../../shared/stored/stored-form.ts';

/** Returns settings that are kept in memory, as the texts that a database would have. */
export function memorySettings(kept = new Map<string, string>()): Settings {
  return {
    read({ name, read, initial }) {
      const text = kept.get(name);
      return text === undefined ? initial : orFail(read(text));
    },
    write: ({ name, write }, value) => void kept.set(name, write(value)),
    unreadable: () => [],
  };
}
