import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { SecretStore } from '../../../main/base/vault/secret-store.ts';

/** A vault in a plain file: part of an image of the machine, and quick to open. */
export function fileSecrets(file: string): SecretStore {
  const read = (): Record<string, string> => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  const write = (values: Record<string, string>) => {
    writeFileSync(`${file}.new`, JSON.stringify(values));
    renameSync(`${file}.new`, file);
  };
  return {
    get: async (name) => read()[name],
    has: async (prefix) => Object.keys(read()).some((name) => name.startsWith(prefix)),
    set: async (name, value) => write({ ...read(), [name]: value }),
    async delete(name) {
      const { [name]: _, ...others } = read();
      write(others);
    },
  };
}
