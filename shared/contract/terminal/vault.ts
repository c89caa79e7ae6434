import * as z from 'zod';
import { always, command } from '../command.ts';

export const vault = {
  /**
   * Opens the vault of the environment on the screen, after the vault that holds the people. Anyone who knows the
   * passphrase may. Wrong ones cause a wait, as wrong PINs do: `vault-locked` (wrong-passphrase; passphrase-wait with
   * `seconds`).
   */
  'vault.unlock': command({
    role: 'nobody',
    input: z.strictObject({ passphrase: z.string().max(200).optional() }),
  }),
  /**
   * Encrypts the vault of the environment on the screen with another passphrase of at least 12 characters. Fails with
   * `vault-locked` (wrong-passphrase, passphrase-wait, passphrase-short), or `not-allowed` when no passphrase opens the
   * vault.
   */
  'vault.changePassphrase': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ current: z.string().max(200), next: z.string().max(200) }),
  }),
};
