/** The passphrase of encrypted files in tests. */
export const passphrase = 'correct horse battery';
