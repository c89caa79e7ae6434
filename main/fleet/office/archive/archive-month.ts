import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { PoolClient } from 'pg';
import { fail } from '../../../../shared/failure.ts';
import { documentFileName } from '../../../invoice/document-file-name.ts';
import { insertOrder, type OrderRoom } from '../orders/orders.ts';
import {
  dropObject,
  finish,
  finishCommitted,
  holdUnwritten,
  manifestName,
  objectName,
  openObject,
  writeManifest,
} from './archive-files.ts';
import { createEntryNames, type EntryNames } from './entry-names.ts';
import { baseOf, closedOn, day, retainUntil } from './periods.ts';
import { tarEnd, tarEntry } from './tar.ts';

/*
 * Writes a closed month of a taxpayer into a folder: the documents under their official names as .tar.zst in frames of a
 * hundred, their checksums, and a signed manifest that names the one before. What comes late makes a supplement.
 */

const perFrame = 100;
/** A till that is off for months still gets the hash. */
const orderHolds = 365 * day;

export interface MonthToArchive {
  readonly tenant: number;
  readonly vatNumber: string;
  /** `2026-10` */
  readonly period: string;
  readonly folder: string;
  readonly by: string;
}

export interface ArchivedMonth {
  /** 0: the month; from 1: a supplement. */
  readonly part: number;
  readonly documents: number;
  readonly manifest: string;
  readonly sha256: string;
  /** The tills that get the hash for their audit log. */
  readonly tills: number;
}

interface DocumentRow {
  bucket: number;
  device: number;
  generation: number;
  icv: string;
  till: string;
  serial: string | null;
  number: string;
  issued_at: string;
  hash: string;
  xml: Buffer;
  cleared: Buffer | null;
}

/**
 * @returns undefined when nothing is there that is not archived
 * @throws FailureError `not-found` for an unknown taxpayer, `not-allowed` while the month is not closed
 */
export async function archiveMonth(
  room: OrderRoom,
  given: MonthToArchive,
): Promise<ArchivedMonth | undefined> {
  const { tenant, vatNumber, period, by } = given;
  if (room.now() < closedOn(period)) fail('not-allowed');
  const { entity, committed } = await entityOf(room, tenant, vatNumber);
  const base = (archived: { period: string; part: number }) => baseOf({ vatNumber, ...archived });
  await finishCommitted(
    given.folder,
    committed.map((each) => ({ base: base(each), sha256: each.sha256, isAsked: each.period === period })),
  );
  const done = await room.database.within({ tenant }, async (client) => {
    // Two who archive at the same time wait for each other.
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [archiveLock, tenant]);
    const before = await manifestsBefore(client, entity, period);
    const { part } = before;
    const written = await writeObject(client, given, entity, part);
    if (written === undefined) return undefined;
    const { tills, ...object } = written;
    const manifest = {
      format: 1,
      vatNumber,
      period,
      part,
      number: before.number,
      madeAt: new Date(room.now()).toISOString(),
      retainUntil: retainUntil(period),
      object,
      tills: [...tills.values()],
      previous: before.sha256,
    };
    const text = `${JSON.stringify(manifest, undefined, 1)}\n`;
    const sha256 = createHash('sha256').update(text).digest('hex');
    const signature = room.signer.signBytes(Buffer.from(text));
    await writeManifest(given.folder, {
      base: base({ period, part }),
      text,
      sha256,
      signature,
      object: object.sha256,
    });
    await client.query(
      `INSERT INTO archive_manifest (tenant, entity, period, part, sha256, at, number, documents)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [tenant, entity, period, part, sha256, new Date(room.now()), before.number, object.documents],
    );
    const count = await tellTills(room, client, { tenant, entity, period, part, sha256, by });
    const { documents } = object;
    return { part, documents, manifest: manifestName(base({ period, part })), sha256, tills: count };
  });
  if (done !== undefined) await finish(given.folder, base({ period, part: done.part }));
  return done;
}

async function entityOf({ database }: OrderRoom, tenant: number, vatNumber: string) {
  return database.within({ tenant }, async (client) => {
    const { rows } = await client.query<{ entity: number }>(
      'SELECT entity FROM entity WHERE vat_number = $1',
      [vatNumber],
    );
    const entity = rows[0]?.entity ?? fail('not-found');
    const { rows: committed } = await client.query<{ period: string; part: number; sha256: string }>(
      'SELECT period, part, sha256 FROM archive_manifest WHERE entity = $1',
      [entity],
    );
    return { entity, committed };
  });
}

/** Sends the manifest's hash to each till of the taxpayer; returns their number. */
async function tellTills(
  room: OrderRoom,
  client: PoolClient,
  {
    tenant,
    entity,
    by,
    ...archived
  }: { tenant: number; entity: number; by: string; period: string; part: number; sha256: string },
): Promise<number> {
  const make = () => ({ kind: 'archived', ...archived }) as const;
  const until = room.now() + orderHolds;
  const { rows } = await client.query<{ device: number }>(
    `SELECT device FROM device WHERE entity = $1 AND public_key IS NOT NULL AND left_at IS NULL AND frozen_at IS NULL
     ORDER BY device`,
    [entity],
  );
  for (const { device } of rows) await insertOrder(room, client, { tenant, device, make, by, until });
  return rows.length;
}

/** Any number, for this lock alone. */
const archiveLock = 7_402_197;

async function manifestsBefore(client: PoolClient, entity: number, period: string) {
  const { rows } = await client.query<{ period: string; part: number; number: number; sha256: string }>(
    'SELECT period, part, number, sha256 FROM archive_manifest WHERE entity = $1 ORDER BY number DESC',
    [entity],
  );
  const [newest] = rows;
  const part = Math.max(-1, ...rows.filter((row) => row.period === period).map((row) => row.part)) + 1;
  return { part, number: (newest?.number ?? 0) + 1, sha256: newest?.sha256 ?? null };
}

/** A frame as it was written: its bytes in the file, and the digest of what is in it. */
interface Frame {
  readonly length: number;
  readonly digest: string;
}

/** Writes the object, reads it back, and notes what is in it. */
async function writeObject(client: PoolClient, given: MonthToArchive, entity: number, part: number) {
  const base = baseOf({ ...given, part });
  // An office that came back with an older backup does not know what it archived.
  holdUnwritten(given.folder, base);
  const handle = await openObject(given.folder, base);
  const names = createEntryNames();
  const tills = new Map<string, TillSum>();
  const frames: Frame[] = [];
  let documents = 0;
  try {
    for (;;) {
      const rows = await nextDocuments(client, entity, given.period);
      if (rows.length === 0) break;
      const entries = rows.flatMap((row) => entriesOf(given.vatNumber, row, names));
      frames.push(await writeFrame(handle, Buffer.concat(entries)));
      for (const row of rows) addTo(tills, row);
      documents += rows.length;
      await noteArchived(client, rows, given.period, part);
    }
    if (documents === 0) return undefined;
    frames.push(await writeFrame(handle, tarEnd()));
    await handle.sync();
    return { name: objectName(base), ...(await readBack(handle, frames)), documents, tills };
  } finally {
    await handle.close();
    if (documents === 0) await dropObject(given.folder, base);
  }
}

async function writeFrame(handle: FileHandle, content: Buffer): Promise<Frame> {
  const params = { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 };
  const bytes = zstdCompressSync(content, { params });
  await handle.writeFile(bytes);
  return { length: bytes.length, digest: digestOf(content) };
}

/**
 * Reads every frame back from the file.
 * @throws Error when one is not what was written
 */
async function readBack(handle: FileHandle, frames: readonly Frame[]) {
  const hash = createHash('sha256');
  let position = 0;
  for (const { length, digest } of frames) {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, position);
    if (bytesRead !== length || digestOf(zstdDecompressSync(bytes)) !== digest)
      throw new Error('the archive cannot be read back');
    hash.update(bytes);
    position += length;
  }
  return { bytes: position, sha256: hash.digest('hex') };
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The next documents of the month that are in no archive. */
async function nextDocuments(client: PoolClient, entity: number, period: string): Promise<DocumentRow[]> {
  const { rows } = await client.query<DocumentRow>(
    `SELECT b.bucket, b.device, b.generation, b.icv, v.name AS till, v.serial, d.number,
       to_char(d.issued_at, 'YYYY-MM-DD"T"HH24:MI:SS') AS issued_at, d.hash, b.xml, c.xml AS cleared
     FROM body AS b JOIN document AS d USING (bucket, device, generation, icv) JOIN device AS v USING (device)
       LEFT JOIN cleared AS c USING (bucket, device, generation, icv)
       LEFT JOIN archived AS a USING (bucket, device, generation, icv)
     WHERE b.entity = $1 AND b.month = $2::date AND a.icv IS NULL
     ORDER BY b.device, b.generation, b.icv LIMIT $3`,
    [entity, `${period}-01`, perFrame],
  );
  return rows;
}

function entriesOf(vatNumber: string, row: DocumentRow, names: EntryNames): Buffer[] {
  const issuedAt = Date.parse(`${row.issued_at}+03:00`);
  // Two chains may have a number in common.
  const fileName = documentFileName(vatNumber, { number: row.number, issuedAt });
  const name = `${names.folderFor(`till-${row.device}-${row.generation}`, row.icv, fileName)}/${fileName}`;
  const at = issuedAt / 1000;
  const own = tarEntry(name, zstdDecompressSync(row.xml), at);
  if (row.cleared === null) return [own];
  return [own, tarEntry(name.replace(/\.xml$/, '.cleared.xml'), zstdDecompressSync(row.cleared), at)];
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

async function noteArchived(
  client: PoolClient,
  rows: readonly DocumentRow[],
  period: string,
  part: number,
): Promise<void> {
  await client.query(
    `INSERT INTO archived (bucket, device, generation, icv, tenant, entity, branch, period, part)
     SELECT d.bucket, d.device, d.generation, d.icv, d.tenant, d.entity, d.branch, $5, $6
     FROM unnest($1::smallint[], $2::integer[], $3::integer[], $4::bigint[]) AS k (bucket, device, generation, icv)
       JOIN document AS d USING (bucket, device, generation, icv)`,
    [
      rows.map(({ bucket }) => bucket),
      rows.map(({ device }) => device),
      rows.map(({ generation }) => generation),
      rows.map(({ icv }) => icv),
      period,
      part,
    ],
  );
}
