/*
 * The version of the API, which differs from that of the program. A new field, value or operation raises the second
 * number, and a corrected description the third. A change that removes something raises the first, and gets its own
 * paths under /v3. A changed description gets a version here with its digest; a test compares them.
 */

interface ApiChange {
  readonly version: string;
  /** SHA-256 of the description, hex. */
  readonly digest: string;
  readonly changes: readonly string[];
}

export const apiChanges: readonly [ApiChange, ...ApiChange[]] = [
  {
    version: '2.0.0',
    digest: 'e6749446057db409d824429495ff14ec25f00e8e9ef2afa0a5e8e8091db0c906',
    changes: ['The first version: sales in, documents out.'],
  },
];

export const apiVersion = apiChanges[0].version;
