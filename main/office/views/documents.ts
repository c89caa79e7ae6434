import type { PoolClient } from 'pg';
import type { OfficeOutput, OfficeParsed } from '../../../shared/office/contract.ts';
import type { DocumentKey, DocumentRow } from '../../../shared/office/documents.ts';
import { refuse } from '../../../shared/office/failure.ts';
import { riyadhDayEnd, riyadhInstant, riyadhMidnight } from '../../base/platform/riyadh-time.ts';
import { documentFileName } from '../../document/invoice/document-file-name.ts';
import { readInvoice } from '../../document/invoice/reading/read-invoice.ts';
import { beside } from '../database/citus.ts';
import { contractRows } from '../database/contract-rows.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { joinWhole, unpack } from '../packing/packing.ts';
import { writeLine } from '../people/office-log.ts';
import type { SignedIn } from '../people/sessions.ts';
import { buckets } from '../tills/tills.ts';
import { incompleteIn, unknownTills } from './unknown-tills.ts';

const page = 50;

const columns = `d.device, d.generation, d.number, d.kind, d.mode, d.state, d.entity, d.branch, t.name AS till,
  d.currency, to_char(d.issued_at, 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "issuedAt", d.icv, d.payable, d.taxable, d.vat`;
const sourceOf = (client: PoolClient, which?: string) =>
  `document AS d JOIN ${beside(client, 'device', which)} AS t ON t.device = d.device`;

/** Returns a page of documents, newest first, and the tills that may have more documents to send. */
export function findDocuments(
  database: OfficeDatabase,
  { scope }: SignedIn,
  { text = '', from, to, entity, branch, device, state, before }: OfficeParsed<'document.find'>,
  now: number,
): Promise<OfficeOutput<'document.find'>> {
  const values: unknown[] = [];
  const bound = (value: unknown) => `$${values.push(value)}`;
  const wanted = [
    from !== undefined && `d.issued_at >= ${bound(from)}::date`,
    to !== undefined && `d.issued_at < ${bound(to)}::date + 1`,
    entity !== undefined && `d.entity = ${bound(entity)}`,
    branch !== undefined && `d.branch = ${bound(branch)}`,
    device !== undefined && `d.device = ${bound(device)}`,
    state !== undefined && `d.state = ${bound(state)}`,
    /^3\d{13}3$/.test(text)
      ? `d.buyer_vat = ${bound(text)}`
      : text !== '' && `d.number LIKE ${bound(`${text.replace(/[\\%_]/g, '\\$&')}%`)}`,
    before !== undefined &&
      `(d.issued_at, d.device, d.generation, d.icv) <
        (${bound(before.issuedAt)}::timestamp, ${bound(before.device)}, ${bound(before.generation)}, ${bound(before.icv)})`,
  ].filter((condition) => condition !== false);
  return database.atOneMoment(scope, async (client) => {
    const rows = await contractRows<DocumentRow>(
      client,
      `SELECT ${columns} FROM ${sourceOf(client)} ${wanted.length > 0 ? `WHERE ${wanted.join(' AND ')}` : ''}
       ORDER BY d.issued_at DESC, d.device DESC, d.generation DESC, d.icv DESC LIMIT ${page + 1}`,
      values,
    );
    const documents = rows.slice(0, page);
    const last = documents.at(-1);
    const through = to === undefined ? now : riyadhDayEnd(to);
    const unknown = await unknownTills(client, { entity, branch, device }, through, now);
    return {
      now: new Date(now).toISOString(),
      documents,
      next:
        last === undefined || rows.length <= page
          ? null
          : { issuedAt: last.issuedAt, device: last.device, generation: last.generation, icv: last.icv },
      unknown: incompleteIn(unknown, {
        from: from === undefined ? undefined : riyadhMidnight(from),
        through,
      }),
    };
  });
}

const isIt = 'bucket = $1 AND device = $2 AND generation = $3 AND icv = $4';
const keyOf = ({ device, generation, icv }: DocumentKey) => [device % buckets, device, generation, icv];

type Output = OfficeOutput<'document.get'>;
type Facts = 'uuid' | 'hash' | 'previousHash' | 'receivedAt' | 'dueAt' | 'acceptedAt' | 'isStampChecked';
interface Found extends DocumentRow, Pick<Output, Facts> {
  /** The environment of the till; null until the till has reported it. */
  readonly environment: string | null;
}

/** Reads a document's facts; fails with `not-found` if there is none, or the person may not see it. */
async function find(client: PoolClient, key: DocumentKey): Promise<Found> {
  const [found] = await contractRows<Found>(
    client,
    `SELECT ${columns}, d.uuid, d.hash, d.previous_hash AS "previousHash", d.received_at AS "receivedAt",
       d.due_at AS "dueAt", d.accepted_at AS "acceptedAt",
       coalesce(c.verified_icv >= d.icv AND (c.wrong_icv IS NULL OR d.icv < c.wrong_icv), false) AS "isStampChecked",
       c.status ->> 'environment' AS environment
     FROM ${sourceOf(client, 'device = $2')} LEFT JOIN ${beside(client, 'chain', 'device = $2')} AS c
       ON c.bucket = d.bucket AND c.device = d.device AND c.generation = d.generation
     WHERE ${isIt.replace(/(\w+) =/g, 'd.$1 =')}`,
    keyOf(key),
  );
  return found ?? refuse('not-found');
}

async function readBytes(client: PoolClient, key: DocumentKey, table: 'body' | 'cleared'): Promise<Buffer> {
  const { rows } = await client.query<{ xml: Buffer; whole: Buffer | null }>(
    `SELECT b.xml, b_whole.xml AS whole FROM ${table} AS b ${joinWhole(table, 'b')}
     WHERE ${isIt.replace(/(\w+) =/g, 'b.$1 =')}`,
    keyOf(key),
  );
  const [{ xml, whole } = refuse('not-found')] = rows;
  return unpack(xml, whole);
}

/** Reads a part of a document in one transaction with the log line that says who read it. */
function readingDocument<T>(
  database: OfficeDatabase,
  { by, key, action, now }: { by: SignedIn; key: DocumentKey; action: string; now: number },
  work: (client: PoolClient, found: Found) => Promise<T>,
): Promise<T> {
  return database.within(by.scope, async (client) => {
    const found = await find(client, key);
    const read = await work(client, found);
    const { device, generation, icv } = key;
    const detail = { device, generation, icv, number: found.number };
    await writeLine(client, { tenant: by.tenant, person: by.person, action, detail }, now);
    return read;
  });
}

export function getDocument(
  database: OfficeDatabase,
  by: SignedIn,
  key: DocumentKey,
  now: number,
): Promise<Output> {
  return readingDocument(database, { by, key, action: 'document.read', now }, async (client, found) => {
    const { seller, buyer, lines, vatBreakdown } = readInvoice(await readBytes(client, key, 'body'));
    const events = await contractRows<Output['events'][number]>(
      client,
      `SELECT coalesce(outcome, event) AS what, status, at FROM event WHERE ${isIt} ORDER BY id`,
      keyOf(key),
    );
    const cleared = await client.query(`SELECT FROM cleared WHERE ${isIt}`, keyOf(key));
    const { environment: _, uuid, hash, previousHash, ...rest } = found;
    const { receivedAt, dueAt, acceptedAt, isStampChecked, ...document } = rest;
    return {
      document,
      ...{ uuid, hash, previousHash, receivedAt, dueAt, acceptedAt, isStampChecked },
      sellerName: seller.name,
      sellerVatNumber: seller.vatNumber,
      buyerName: buyer?.name ?? null,
      buyerVatNumber: buyer?.vatNumber ?? null,
      lines: lines.map(({ name, quantity, price, net }) => ({ name, quantity, unitPrice: price, net })),
      vat: vatBreakdown.map(({ category, rate, taxable, vatAmount }) => ({
        category,
        rate: String(rate),
        taxable,
        vat: vatAmount,
      })),
      events,
      hasCleared: cleared.rowCount === 1,
    };
  });
}

const fileNameOf = async (client: PoolClient, { entity, issuedAt, number }: Found): Promise<string> => {
  const { rows } = await client.query<{ vat_number: string }>(
    'SELECT vat_number FROM entity WHERE entity = $1',
    [entity],
  );
  return documentFileName(rows[0]?.vat_number ?? '', {
    issuedAt: riyadhInstant(issuedAt.slice(0, 19)),
    number,
  });
};

export function documentXml(
  database: OfficeDatabase,
  by: SignedIn,
  { cleared, ...key }: DocumentKey & { cleared: boolean },
  now: number,
): Promise<{ fileName: string; xml: string }> {
  return readingDocument(database, { by, key, action: 'document.xml', now }, async (client, found) => ({
    fileName: await fileNameOf(client, found),
    xml: (await readBytes(client, key, cleared ? 'cleared' : 'body')).toString('utf8'),
  }));
}

export type PdfSource = Awaited<ReturnType<typeof documentForPdf>>;

/** Returns the source of a PDF: the authority's copy if there is one. */
export function documentForPdf(database: OfficeDatabase, by: SignedIn, key: DocumentKey, now: number) {
  return readingDocument(database, { by, key, action: 'document.pdf', now }, async (client, found) => {
    const { rowCount } = await client.query(`SELECT FROM cleared WHERE ${isIt}`, keyOf(key));
    const xml = await readBytes(client, key, rowCount === 1 ? 'cleared' : 'body');
    const { state, mode, environment } = found;
    return { fileName: await fileNameOf(client, found), xml, state, mode, environment };
  });
}
