/** The passphrase of sealed files in tests. */
export const passphrase = 'correct horse battery';
