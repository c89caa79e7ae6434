import type { FailureCode } from './failure.ts';

/**
 * Why the vault refuses (`detail.why`) and the failure it does so with. Locked: a person at this terminal can open it.
 * Unavailable: something is gone or broken.
 */
export const vaultWhys = {
  'keychain-locked': 'vault-locked', // or its question to the person was not answered
  'passphrase-needed': 'vault-locked',
  'wrong-passphrase': 'vault-locked',
  'passphrase-wait': 'vault-locked', // too many wrong ones: `detail.seconds` until the next is looked at
  'passphrase-short': 'vault-locked', // a new passphrase below `shortestPassphrase`
  'keychain-absent': 'vault-unavailable', // no keychain in this session
  'cipher-absent': 'vault-unavailable', // the operating system's encryption is gone or is not the one that sealed
  missing: 'vault-unavailable', // what was kept is no longer there
  unreadable: 'vault-unavailable', // damaged or changed
  unwritable: 'vault-unavailable',
} as const satisfies Record<string, FailureCode>;
export type VaultWhy = keyof typeof vaultWhys;

/** Characters of a new passphrase, at least. */
export const shortestPassphrase = 12;
