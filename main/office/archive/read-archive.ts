import { createHash, createPublicKey, verify } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import type { ArchiveFile, archiveFaults } from '../../../shared/office/archive.ts';
import { riyadhDayEnd } from '../../base/platform/riyadh-time.ts';
import {
  baseOf,
  manifestName,
  objectName,
  signatureName,
  sumsName,
} from '../../link/wire/archive/file-names.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';
import type { OrderSigner } from '../orders/order-key.ts';
import { retainUntil } from './periods.ts';
import { type ArchiveSink, type OpenArchiveFile, PlaceError } from './sink.ts';

/* Reads archives again, to check them and to give their files to a person. */

export interface ArchivePart {
  readonly entity: number;
  readonly period: string;
  readonly part: number;
}

type Known = Omit<ArchivePart, 'entity'> & { readonly vatNumber: string; readonly sha256: string };

const names: Readonly<Record<ArchiveFile, (base: string) => string>> = {
  object: objectName,
  sums: sumsName,
  manifest: manifestName,
  signature: signatureName,
};

/** Returns the archives of a month that the person may see. */
async function partsOf(
  database: OfficeDatabase,
  scope: Scope,
  { entity, period }: Omit<ArchivePart, 'part'>,
): Promise<Known[]> {
  return database.within(scope, async (client) => {
    const { rows } = await client.query<Known>(
      `SELECT m.period, m.part, m.sha256, e.vat_number AS "vatNumber"
       FROM archive_manifest AS m JOIN entity AS e ON e.entity = m.entity
       WHERE m.entity = $1 AND m.period = $2 ORDER BY m.part`,
      [entity, period],
    );
    return rows;
  });
}

export async function openArchiveFile(
  database: OfficeDatabase,
  scope: Scope,
  sink: ArchiveSink,
  { part, ...month }: ArchivePart,
  file: ArchiveFile,
): Promise<(OpenArchiveFile & { readonly name: string }) | undefined> {
  const existing = (await partsOf(database, scope, month)).find((each) => each.part === part);
  if (existing === undefined) return undefined;
  const name = names[file](baseOf(existing));
  const found = await sink.open(name);
  return found && { name, ...found };
}

type Fault = (typeof archiveFaults)[number];

/** Compares each archive of a month with the database, its signature and its manifest. */
export async function checkArchive(
  database: OfficeDatabase,
  scope: Scope,
  sink: ArchiveSink,
  { publicKey }: Pick<OrderSigner, 'publicKey'>,
  month: Omit<ArchivePart, 'part'>,
): Promise<{ part: number; fault: Fault | null }[]> {
  const key = createPublicKey({ key: { ...publicKey }, format: 'jwk' });
  const checked: { part: number; fault: Fault | null }[] = [];
  for (const existing of await partsOf(database, scope, month)) {
    const fault = await faultOf(sink, existing, key).catch((error: unknown) => {
      // If the place cannot be reached, nothing is known about its content.
      if (error instanceof PlaceError) throw error;
      return 'missing' as const;
    });
    checked.push({ part: existing.part, fault });
  }
  return checked;
}

const manifestSchema = z.object({ object: z.object({ sha256: z.string() }) });

async function faultOf(
  sink: ArchiveSink,
  existing: Known,
  key: ReturnType<typeof createPublicKey>,
): Promise<Fault | null> {
  const base = baseOf(existing);
  let isLocked = true;
  const read = async (name: string) => {
    const file = await sink.open(name);
    if (file === undefined) throw new Error(`${name} is not in ${sink.place}`);
    isLocked &&= file.isLocked;
    return file.stream;
  };
  const manifest = await buffer(await read(manifestName(base)));
  const signature = await buffer(await read(signatureName(base)));
  (await read(sumsName(base))).destroy();
  if (createHash('sha256').update(manifest).digest('hex') !== existing.sha256) return 'manifest';
  if (!verify(null, manifest, key, Buffer.from(signature.toString('utf8'), 'base64'))) return 'signature';
  const { object } = manifestSchema.parse(JSON.parse(manifest.toString('utf8')));
  const hash = createHash('sha256');
  for await (const chunk of await read(objectName(base))) hash.update(chunk as Buffer);
  if (hash.digest('hex') !== object.sha256) return 'object';
  const isOver = riyadhDayEnd(retainUntil(existing.period)) <= Date.now();
  return isLocked || isOver ? null : 'unlocked';
}
