import type { VaultWhy } from '../../../vault.ts';

export const en = {
  'keychain-locked':
    'The keychain of this device is locked. Unlock it, or sign in to the device again with its password, then try again.',
  'passphrase-needed': 'Enter the passphrase that protects the terminal’s key.',
  'wrong-passphrase':
    'This passphrase is not right. Check the keyboard’s language and the capital letters, then try again.',
  'passphrase-wait': 'Too many wrong passphrases. Try again in {seconds} seconds.',
  'passphrase-short': 'Choose a passphrase of at least {shortest} characters.',
  'keychain-absent':
    'The keychain of this device does not answer. Sign in to the device as the user who set this terminal up, then try again.',
  'cipher-absent':
    'This device no longer opens the terminal’s key. Sign in as the user who set this terminal up and start the program in its window, then try again.',
  missing:
    'The terminal’s key is no longer where it was kept. Put the data folder and the keychain back if they were moved; otherwise re-issue the certificate.',
  newer:
    'A newer version of this program wrote the file that keeps the terminal’s key. Start that version again; the file stays as it is.',
  unreadable:
    'The file that keeps the terminal’s key is damaged. Put back this one file from a copy, never the whole data folder: an older folder would use invoice numbers again. If there is no copy, set this device up as a new one, with another serial number.',
  unwritable:
    'The terminal’s key cannot be stored. Check that the disk has room and that the data folder may be written, then try again.',
} as const satisfies Readonly<Record<VaultWhy, string>>;
