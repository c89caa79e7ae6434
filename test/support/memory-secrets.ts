import type { SecretStore } from '../../main/vault/secret-store.ts';

/** Secrets that end with the test. */
export function memorySecrets(): SecretStore & { readonly names: () => string[] } {
  const values = new Map<string, string>();
  return {
    get: async (name) => values.get(name),
    has: async (prefix) => [...values.keys()].some((name) => name.startsWith(prefix)),
    set: async (name, value) => {
      values.set(name, value);
    },
    delete: async (name) => {
      values.delete(name);
    },
    names: () => [...values.keys()],
  };
}
