import type { FailureCode } from './failure.ts';

/**
 * The reasons of the vault (`detail.why`) and the failure for each. Locked: a person at this terminal can open it.
 * Unavailable: something is missing or damaged.
 */
export const vaultWhys = {
  'keychain-locked': 'vault-locked', // the keychain is locked, or the person did not answer the system's question
  'passphrase-needed': 'vault-locked',
  'wrong-passphrase': 'vault-locked',
  'passphrase-wait': 'vault-locked', // too many wrong passphrases: `detail.seconds` until the next attempt
  'passphrase-short': 'vault-locked', // a new passphrase shorter than `shortestPassphrase`
  'keychain-absent': 'vault-unavailable', // no keychain in this session
  'cipher-absent': 'vault-unavailable', // the operating system's encryption is missing or is not the one that encrypted the vault
  missing: 'vault-unavailable', // the secrets are no longer there
  newer: 'vault-unavailable', // a newer version of the program wrote the file
  unreadable: 'vault-unavailable', // the file is damaged or was changed
  unwritable: 'vault-unavailable',
} as const satisfies Record<string, FailureCode>;
export type VaultWhy = keyof typeof vaultWhys;

/** The fewest characters of a new passphrase. */
export const shortestPassphrase = 12;
