import type { PoolClient } from 'pg';
import { fail } from '../../../shared/failure.ts';
import { riyadhInstant } from '../../base/platform/riyadh-time.ts';
import { documentFileName } from '../../document/invoice/document-file-name.ts';
import { baseOf, manifestName, objectName } from '../../link/wire/archive/file-names.ts';
import { manifestFormat } from '../../link/wire/archive/manifest.ts';
import { beside } from '../database/citus.ts';
import { type Columns, insertMany } from '../ingest/insert-many.ts';
import { insertOrder, type OrderContext } from '../orders/orders.ts';
import { joinWhole, unpack } from '../packing/packing.ts';
import { writeLine } from '../people/office-log.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { digestOf, openObject, writeManifest } from './archive-files.ts';
import { createEntryNames, type EntryNames } from './entry-names.ts';
import { closedOn, day, retainUntil } from './periods.ts';
import { type ArchiveSink, type ArchiveWork, PlaceError } from './sink.ts';
import { tarEntry } from './tar.ts';

/*
 * Writes a closed month of a taxpayer into a place for archives: the documents under their official names as .tar.zst
 * in frames of a hundred, their checksums, and a signed manifest that names the previous manifest. Late documents go
 * into a supplement.
 */

const perFrame = 100;
/** The order is valid for this long, since a till that is off for months must still get the hash. */
const orderHolds = 365 * day;

export interface MonthToArchive {
  readonly tenant: number;
  readonly vatNumber: string;
  /** The month, such as `2026-10`. */
  readonly period: string;
  readonly sink: ArchiveSink;
  /** The name of the person or program, which tills store with the hash. */
  readonly by: string;
  /** The person in the log of the office; null for a program. */
  readonly person?: number | null;
  /** False for a caller that will try again later anyway. */
  readonly waitsForLock?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface ArchivedMonth {
  /** 0 for the month; 1 and above for a supplement. */
  readonly part: number;
  readonly documents: number;
  readonly manifest: string;
  readonly sha256: string;
  /** The number of tills that get the hash for their audit log. */
  readonly tills: number;
}

interface DocumentRow extends ChainKey {
  icv: string;
  till: string;
  serial: string | null;
  number: string;
  issued_at: string;
  hash: string;
  xml: Buffer;
  whole: Buffer | null;
  cleared: Buffer | null;
  cleared_whole: Buffer | null;
}

/**
 * @returns undefined when everything is archived, or another process is archiving and this one does not wait
 * @throws FailureError `not-found` for an unknown taxpayer, `not-allowed` while the month is not closed
 */
export async function archiveMonth(
  context: OrderContext,
  given: MonthToArchive,
): Promise<ArchivedMonth | undefined> {
  const { tenant, vatNumber, period, sink } = given;
  if (context.now() < closedOn(period)) fail('not-allowed');
  const entity = await entityOf(context, tenant, vatNumber);
  for (const each of await finishArchives(context, { tenant, sink, entity })) {
    // Documents of other months are not part of this one.
    if (each.period !== period) continue;
    if (each.state !== 'there') throw each.error;
  }
  let work: ArchiveWork | undefined;
  try {
    const done = await context.database.within({ tenant }, async (client) => {
      if (!(await mayArchive(client, given))) return undefined;
      const { part, ...before } = await manifestsBefore(client, entity, period);
      const base = baseOf({ vatNumber, period, part });
      const begin = async () => {
        work = await sink.begin(base, retainUntil(period));
        return work;
      };
      const written = await writeObject(client, given, { entity, base, begin });
      if (written === undefined) return undefined;
      return enter(context, client, given, { ...written, ...before, entity, part, base });
    });
    if (done !== undefined) await work?.keep();
    return done;
  } finally {
    await work?.end();
  }
}

/**
 * If two processes archive for one tenant at the same time, one waits for the other, or gives up if it must not wait.
 */
async function mayArchive(
  client: PoolClient,
  { tenant, waitsForLock = true }: MonthToArchive,
): Promise<boolean> {
  const lock = waitsForLock ? 'pg_advisory_xact_lock' : 'pg_try_advisory_xact_lock';
  const { rows } = await client.query<{ got: unknown }>(`SELECT ${lock}($1, $2) AS got`, [
    archiveLock,
    tenant,
  ]);
  return rows[0]?.got !== false;
}

/** Makes the manifest of an object, hands the files to the place for archives, and enters them into the database. */
async function enter(
  context: OrderContext,
  client: PoolClient,
  { tenant, vatNumber, period, by, person = null, signal }: MonthToArchive,
  { entity, part, base, number, previous, work, tills, object }: Written & Before & Named,
): Promise<ArchivedMonth> {
  const manifest = {
    format: manifestFormat,
    vatNumber,
    period,
    part,
    number,
    madeAt: new Date(context.now()).toISOString(),
    retainUntil: retainUntil(period),
    object,
    tills: [...tills.values()],
    previous,
    // The signature covers it, and so does the hash in the tills' audit logs.
    key: context.signer.publicKey,
  };
  const text = `${JSON.stringify(manifest, undefined, 1)}\n`;
  const sha256 = digestOf(Buffer.from(text));
  const signature = context.signer.signBytes(Buffer.from(text));
  await writeManifest(work.folder, { base, text, sha256, signature, object: object.sha256 });
  await work.take(signal);
  const { documents } = object;
  await client.query(
    `INSERT INTO archive_manifest (tenant, entity, period, part, sha256, at, number, documents)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tenant, entity, period, part, sha256, new Date(context.now()), number, documents],
  );
  const count = await announceToTills(context, client, { tenant, entity, period, part, sha256, by });
  const detail = { vatNumber, period, documents, part };
  await writeLine(client, { tenant, person, action: 'archive.made', detail }, context.now());
  return { part, documents, manifest: manifestName(base), sha256, tills: count };
}

/** A committed archive that must be finished in the place for archives. */
type Finished = { readonly base: string; readonly vatNumber: string; readonly period: string } & (
  | { readonly state: 'there' }
  | { readonly state: 'failed' | 'missing'; readonly error: unknown }
);

function missing(base: string, { place }: ArchiveSink) {
  const message = `${objectName(base)} was archived, and is not in ${place}: name the place that has it`;
  return { state: 'missing', error: new PlaceError(message) } as const;
}

/** Finishes archives that were committed when an office was killed; if one fails, the others are still finished. */
export async function finishArchives(
  { database }: Pick<OrderContext, 'database'>,
  { tenant, sink, entity }: { tenant: number; sink: ArchiveSink; entity?: number },
): Promise<Finished[]> {
  const { rows } = await database.within({ tenant }, (client) =>
    client.query<{ vatNumber: string; period: string; part: number; sha256: string }>(
      `SELECT e.vat_number AS "vatNumber", m.period, m.part, m.sha256
       FROM archive_manifest AS m JOIN entity AS e ON e.entity = m.entity
       WHERE $1::integer IS NULL OR m.entity = $1 ORDER BY m.number`,
      [entity ?? null],
    ),
  );
  const finished: Finished[] = [];
  for (const { sha256, ...each } of rows) {
    const { vatNumber, period } = each;
    const base = baseOf(each);
    try {
      const isThere = await sink.finish({ base, sha256, until: retainUntil(period) });
      finished.push({ base, vatNumber, period, ...(isThere ? { state: 'there' } : missing(base, sink)) });
    } catch (error) {
      finished.push({ base, vatNumber, period, state: 'failed', error });
    }
  }
  return finished;
}

async function entityOf({ database }: OrderContext, tenant: number, vatNumber: string): Promise<number> {
  const { rows } = await database.within({ tenant }, (client) =>
    client.query<{ entity: number }>('SELECT entity FROM entity WHERE vat_number = $1', [vatNumber]),
  );
  return rows[0]?.entity ?? fail('not-found');
}

/** Sends the manifest's hash to each till of the taxpayer; returns their number. */
async function announceToTills(
  context: OrderContext,
  client: PoolClient,
  {
    tenant,
    entity,
    by,
    ...archived
  }: { tenant: number; entity: number; by: string; period: string; part: number; sha256: string },
): Promise<number> {
  const make = () => ({ kind: 'archived', ...archived }) as const;
  const until = context.now() + orderHolds;
  const { rows } = await client.query<{ device: number }>(
    `SELECT device FROM device WHERE entity = $1 AND public_key IS NOT NULL AND left_at IS NULL AND frozen_at IS NULL
     ORDER BY device`,
    [entity],
  );
  for (const { device } of rows) await insertOrder(context, client, { tenant, device, make, by, until });
  return rows.length;
}

/** An arbitrary number, used only for this lock. */
const archiveLock = 7_402_197;

interface Before {
  /** The position in the chain of the taxpayer's manifests. */
  readonly number: number;
  readonly previous: string | null;
}

async function manifestsBefore(
  client: PoolClient,
  entity: number,
  period: string,
): Promise<Before & { readonly part: number }> {
  const { rows } = await client.query<{ period: string; part: number; number: number; sha256: string }>(
    'SELECT period, part, number, sha256 FROM archive_manifest WHERE entity = $1 ORDER BY number DESC',
    [entity],
  );
  const [newest] = rows;
  const part = Math.max(-1, ...rows.filter((row) => row.period === period).map((row) => row.part)) + 1;
  return { part, number: (newest?.number ?? 0) + 1, previous: newest?.sha256 ?? null };
}

interface Named {
  readonly entity: number;
  readonly part: number;
  readonly base: string;
}

interface Written {
  readonly work: ArchiveWork;
  readonly tills: ReadonlyMap<string, TillSum>;
  readonly object: {
    readonly name: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly documents: number;
  };
}

/** Writes the object, reads it back, and records its content. */
async function writeObject(
  client: PoolClient,
  { vatNumber, period, signal }: MonthToArchive,
  { entity, base, begin }: Omit<Named, 'part'> & { readonly begin: () => Promise<ArchiveWork> },
): Promise<Written | undefined> {
  await openDocuments(client, entity, period);
  let rows = await nextDocuments(client);
  if (rows.length === 0) return undefined;
  const work = await begin();
  const object = await openObject(work.folder, base);
  const names = createEntryNames();
  const tills = new Map<string, TillSum>();
  let documents = 0;
  try {
    for (; rows.length > 0; rows = await nextDocuments(client)) {
      signal?.throwIfAborted();
      for (const row of rows) {
        await object.add(entriesOf(vatNumber, row, names));
        addTo(tills, row);
      }
      await object.endFrame();
      documents += rows.length;
      await noteArchived(client, rows, period);
    }
    return { work, tills, object: { name: objectName(base), ...(await object.finish()), documents } };
  } finally {
    await object.close();
  }
}

/** Opens the documents of the month that are in no archive; they are read page by page. */
const openDocuments = (client: PoolClient, entity: number, period: string) =>
  client.query(
    `DECLARE document_of_month NO SCROLL CURSOR FOR
     SELECT d.bucket, d.device, d.generation, d.tenant, d.entity, d.branch, d.icv, v.name AS till, v.serial, d.number,
       to_char(d.issued_at, 'YYYY-MM-DD"T"HH24:MI:SS') AS issued_at, d.hash, b.xml, b_whole.xml AS whole,
       c.xml AS cleared, c_whole.xml AS cleared_whole
     FROM document AS d JOIN body AS b USING (bucket, device, generation, icv) ${joinWhole('body', 'b')}
       JOIN ${beside(client, 'device', `entity = ${Number(entity)}`)} AS v ON v.device = d.device
       LEFT JOIN cleared AS c ON c.bucket = d.bucket AND c.device = d.device AND c.generation = d.generation AND c.icv = d.icv
       ${joinWhole('cleared', 'c')}
       LEFT JOIN archived AS a ON a.bucket = d.bucket AND a.device = d.device AND a.generation = d.generation
         AND a.month = DATE '${period}-01'
     WHERE d.entity = ${Number(entity)} AND d.issued_at >= DATE '${period}-01'
       AND d.issued_at < DATE '${period}-01' + interval '1 month' AND d.icv > coalesce(a.icv, 0)
     ORDER BY d.device, d.generation, d.icv`,
  );

async function nextDocuments(client: PoolClient): Promise<DocumentRow[]> {
  return (await client.query<DocumentRow>(`FETCH ${perFrame} FROM document_of_month`)).rows;
}

function entriesOf(vatNumber: string, row: DocumentRow, names: EntryNames): Buffer[] {
  const issuedAt = riyadhInstant(row.issued_at);
  // Two chains may have the same number.
  const fileName = documentFileName(vatNumber, { number: row.number, issuedAt });
  const name = `${names.folderFor(`till-${row.device}-${row.generation}`, row.icv, fileName)}/${fileName}`;
  const at = issuedAt / 1000;
  const entry = tarEntry(name, unpack(row.xml, row.whole), at);
  if (row.cleared === null) return [entry];
  const cleared = unpack(row.cleared, row.cleared_whole);
  return [entry, tarEntry(name.replace(/\.xml$/, '.cleared.xml'), cleared, at)];
}

interface TillSum {
  readonly till: string;
  readonly serial: string | null;
  readonly generation: number;
  readonly first: { readonly icv: number; readonly hash: string };
  readonly last: { readonly icv: number; readonly hash: string };
  readonly documents: number;
}

function addTo(
  tills: Map<string, TillSum>,
  { device, generation, till, serial, icv, hash }: DocumentRow,
): void {
  const name = `${device}/${generation}`;
  const here = { icv: Number(icv), hash };
  const { first = here, documents = 0 } = tills.get(name) ?? {};
  tills.set(name, { till, serial, generation, first, last: here, documents: documents + 1 });
}

const archivedColumns: Columns<DocumentRow & { readonly key: ChainKey; readonly period: string }> = {
  month: ['date', ({ period }) => `${period}-01`],
  icv: ['bigint', ({ icv }) => icv],
};

/** Notes how far each chain's month is archived; the rows are in the order of their counters. */
async function noteArchived(client: PoolClient, rows: readonly DocumentRow[], period: string): Promise<void> {
  const last = new Map(rows.map((row) => [`${row.device}/${row.generation}`, row]));
  await insertMany(
    client,
    'archived',
    archivedColumns,
    [...last.values()].map((row) => ({ ...row, key: row, period })),
    // Citus would otherwise copy the rows, which guarded tables refuse.
    'ON CONFLICT (bucket, device, generation, month) DO UPDATE SET icv = excluded.icv RETURNING 1',
  );
}
