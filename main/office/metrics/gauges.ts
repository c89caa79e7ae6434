import type { OfficeDatabase } from '../database/database.ts';
import { allTenants } from '../tills/all-tenants.ts';
import { labelText, metricText } from './counters.ts';

/** The number of minutes without a post after which a till counts as silent. */
const silentAfter = 5;

interface Row {
  tills: string;
  silent: string;
  refused: string;
  missing: string;
  unverified: string;
  wrong: string;
  waiting: string;
  /** The time left until the next deadline, in seconds. */
  deadline: number | null;
  quarantined: string;
}

const select = `
  SELECT count(*) AS tills,
    count(*) FILTER (WHERE last_contact < now() - interval '${silentAfter} minutes') AS silent,
    count(*) FILTER (WHERE refused_at >= last_contact) AS refused,
    coalesce(sum(till_icv - icv), 0) AS missing, coalesce(sum(icv - verified_icv), 0) AS unverified,
    count(wrong_icv) AS wrong,
    coalesce(sum((status->>'waiting')::bigint), 0) AS waiting,
    (min((status->>'nearestDeadline')::bigint) / 1000.0 - extract(epoch FROM now()))::float8 AS deadline,
    (SELECT count(*) FROM quarantine) AS quarantined
  FROM chain JOIN device USING (device) WHERE device.left_at IS NULL`;

const gauges: readonly (readonly [name: string, words: string, figureOf: (row: Row) => string | number])[] = [
  ['khatm_office_tills', 'Enrolled tills.', ({ tills }) => tills],
  ['khatm_office_tills_silent', `Tills without a word for ${silentAfter} minutes.`, ({ silent }) => silent],
  ['khatm_office_tills_refused', 'Tills whose last batch was refused.', ({ refused }) => refused],
  [
    'khatm_office_documents_missing',
    'Documents that tills have and the office has not.',
    ({ missing }) => missing,
  ],
  [
    'khatm_office_documents_unverified',
    'Documents whose stamp is not verified.',
    ({ unverified }) => unverified,
  ],
  ['khatm_office_chains_wrong', 'Chains with a stamp that does not hold.', ({ wrong }) => wrong],
  ['khatm_office_documents_waiting', 'Documents that wait for the authority.', ({ waiting }) => waiting],
  ['khatm_office_quarantined', 'Refused batches that are kept.', ({ quarantined }) => quarantined],
  [
    'khatm_office_nearest_deadline_seconds',
    'Until the nearest deadline of a waiting document; negative once it has passed.',
    ({ deadline }) => deadline ?? Number.POSITIVE_INFINITY,
  ],
];

/** Returns the state of all tills as text for Prometheus: only numbers, no names. */
export async function gaugesText(database: OfficeDatabase): Promise<string> {
  const rows: (readonly [string, Row])[] = [];
  for (const tenant of await allTenants(database)) {
    const result = await database.within({ tenant }, (client) => client.query<Row>(select));
    for (const row of result.rows) rows.push([labelText({ tenant: String(tenant) }), row]);
  }
  return gauges
    .map(([name, words, figureOf]) =>
      metricText(name, 'gauge', words, new Map(rows.map(([labels, row]) => [labels, Number(figureOf(row))]))),
    )
    .join('');
}
