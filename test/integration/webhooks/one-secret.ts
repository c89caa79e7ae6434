import type { SecretStore } from '../../../main/base/vault/secret-store.ts';

export const theSecret = 'a-signing-secret-that-both-sides-of-a-crash-test-know';

/** A vault that survives any crash, because it has the same secret under every name. */
export const oneSecret: SecretStore = {
  get: async () => theSecret,
  has: async () => true,
  set: async () => {},
  delete: async () => {},
};
