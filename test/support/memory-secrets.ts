import type { SecretStore } from '../../main/base/vault/secret-store.ts';

/** Creates a secret store in memory. */
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
