import path from 'node:path';
import type { PoolClient } from 'pg';
import { openArchive } from '../../../main/books/ledger/ledger.ts';
import { checkOffice } from '../../../main/office/check/check-office.ts';
import { joinWhole, unpack } from '../../../main/office/packing/packing.ts';
import type { FeedHead } from '../../../shared/office/wire/feed.ts';
import type { House, HouseTill } from './house.ts';

interface DocumentRow {
  icv: string;
  hash: string;
  state: string;
  xml: Buffer | null;
  whole: Buffer | null;
}

/**
 * Compares the office with every till. The numbers of issued, stored and distinct documents must be equal, and the
 * chains must match byte for byte.
 * @returns the faults
 */
export async function checkHouse({ office, tenant, tills }: House): Promise<string[]> {
  return office.withDatabase(async (database) => {
    const problems = await database.within({ tenant }, async (client) => {
      const found: string[] = [];
      for (const till of tills) found.push(...(await checkTill(client, till)));
      return [...found, ...(await checkForks(client, tills))];
    });
    const { findings } = await checkOffice(database, 47);
    return [
      ...problems,
      ...findings.map(({ code, till, at, detail }) => `the check finds ${code}: ${till}, ${at} (${detail})`),
    ];
  });
}

async function checkTill(client: PoolClient, till: HouseTill): Promise<string[]> {
  const problems: string[] = [];
  const say = (what: string) => problems.push(`${till.name}: ${what}`);
  const archive = openArchive(path.join(till.folder, 'ledger.db'));
  if (archive === undefined) return [`${till.name}: no ledger`];
  const nothing = { icv: 0, event: 0, audit: 0 };
  const everything = { rows: 1_000_000, characters: Number.MAX_SAFE_INTEGER };
  const { head, documents, events, audit } = archive.outbox.after(nothing, everything);
  const accepted = new Set(events.filter(({ outcome }) => outcome === 'accepted').map(({ icv }) => icv));
  archive.close();
  const { rows } = await client.query<DocumentRow>(
    `SELECT d.icv, d.hash, d.state, b.xml, b_whole.xml AS whole
     FROM document AS d LEFT JOIN body AS b USING (bucket, device, generation, icv) ${joinWhole('body', 'b')}
     WHERE d.device = $1 ORDER BY d.icv`,
    [till.device],
  );
  const distinct = new Set(rows.map(({ icv }) => icv)).size;
  if (documents.length !== head.icv || rows.length !== head.icv || distinct !== head.icv)
    say(`issued ${head.icv}, read ${documents.length}, stored ${rows.length}, distinct ${distinct}`);
  for (const [index, { icv, hash, xml }] of documents.entries()) {
    const row = rows[index];
    if (row === undefined) break;
    const bytes = row.xml === null ? '' : unpack(row.xml, row.whole).toString('utf8');
    if (Number(row.icv) !== icv || row.hash !== hash || bytes !== xml) say(`document ${icv} is not the same`);
    const state = accepted.has(icv) ? 'accepted' : 'waiting';
    if (row.state !== state) say(`document ${icv} is ${row.state} at the office, and ${state}`);
  }
  for (const [icv, hash] of till.receipts)
    if (documents[icv - 1]?.hash !== hash) say(`receipt ${icv} is not in the ledger`);
  for (const problem of await checkRest(client, till, head, [events.length, audit.length])) say(problem);
  return problems;
}

/** Checks the events, the audit lines, and the position that the office has recorded. */
async function checkRest(
  client: PoolClient,
  { device }: HouseTill,
  head: FeedHead,
  [events, lines]: readonly [number, number],
): Promise<string[]> {
  const problems: string[] = [];
  const count = async (table: string) => {
    const { rows } = await client.query<{ n: string }>(
      `SELECT count(*) AS n FROM ${table} WHERE device = $1`,
      [device],
    );
    return Number(rows[0]?.n);
  };
  if ((await count('event')) !== events) problems.push(`${events} events, and others at the office`);
  if ((await count('audit_line')) !== lines) problems.push(`${lines} audit lines, and others at the office`);
  const { rows } = await client.query<Record<'icv' | 'hash' | 'event' | 'audit' | 'auditHash', string>>(
    'SELECT icv, hash, event, audit, audit_hash AS "auditHash" FROM chain WHERE device = $1',
    [device],
  );
  for (const name of ['icv', 'hash', 'event', 'audit', 'auditHash'] as const)
    if (String(rows[0]?.[name]) !== String(head[name]))
      problems.push(`${name} ${head[name]}, at the office ${rows[0]?.[name]}`);
  return problems;
}

/** Checks that the office knows the copies of tills that really existed, and no others. */
async function checkForks(client: PoolClient, tills: readonly HouseTill[]): Promise<string[]> {
  const { rows } = await client.query<{ device: number; codes: string[] }>(
    `SELECT device, array_agg(DISTINCT code) AS codes FROM (
       SELECT device, code FROM quarantine UNION SELECT device, refused FROM chain WHERE refused IS NOT NULL
     ) AS q GROUP BY device`,
  );
  const codes = new Map(rows.map((row) => [row.device, row.codes]));
  const allowed = new Set(['forked', 'older']);
  return tills.flatMap(({ name, device, isForked }) => {
    const ownCodes = codes.get(device) ?? [];
    const strange = ownCodes.filter((code) => !isForked || !allowed.has(code));
    return [
      ...strange.map((code) => `${name}: refused as ${code}, and there is no cause`),
      ...(isForked && ownCodes.length === 0
        ? [`${name}: a copy was in the world, and the office does not say so`]
        : []),
    ];
  });
}
