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
    digest: 'bf1166dae8d74ddc385f44b979f346424a8b6d4756c8338ecfdbb2ddd88e9146',
    changes: ['The first version: sales in, documents out.'],
  },
];

export const apiVersion = apiChanges[0].version;
