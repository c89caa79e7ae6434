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
    version: '2.1.0',
    digest: '99a8a54ca7d558df85143aa43f7fdd0c5e9d398f21a277be0232bf4dad677342',
    changes: [
      'All rejected documents of one cause are issued again by one call (`POST /v2/invoices/reissue`).',
      'A document that was reported after its deadline says so (`late`), in the list, by itself, in its event and in the CSV; the list has a filter for them.',
      'A document issued anew has the id of the sale that was first (`firstSaleId`), in the API and in its events, which also have `replaces`.',
      'The alarms name remarks of the authority that begin (`remarks`), sales outside a shift, a short drawer and lowered prices; the CSV has a column with the remarks on each document.',
      'The event deadline.alarm has the hours left or over, the nearest deadline and its document.',
    ],
  },
  {
    version: '2.0.0',
    digest: '75b549839a578f617cd98568cd490266aff18bd819d955fa784dad1be523634e',
    changes: ['The first version: sales in, documents out.'],
  },
];

export const apiVersion = apiChanges[0].version;
