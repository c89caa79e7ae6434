import { createHash, randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { fail } from '../../../shared/failure.ts';
import { type EnrolAnswer, type EnrolRequest, splitCode } from '../../../shared/office/wire/enrolment.ts';
import type { OrderKey } from '../../../shared/office/wire/orders.ts';
import { hexDigest } from '../../document/stamp/digest.ts';
import { answersWithin, byKey, type OfficeDatabase } from '../database/database.ts';
import { writeLine } from '../people/office-log.ts';
import { codePins } from './certificate-pins.ts';
import type { ChainKey } from './chain-key.ts';
import { isLine } from './till-names.ts';

export interface NewTill {
  readonly tenant: number;
  readonly vatNumber: string;
  readonly branch: string;
  readonly name: string;
  /** The till's serial number and the prefix of its numbers, from a list of tills; both are unique for a taxpayer. */
  readonly planned?: { readonly serial: string; readonly prefix: string } | undefined;
}

/** An enrolled till, and the key that its tokens are signed with. */
export interface KnownTill {
  readonly key: ChainKey;
  /** The stored key, not yet checked, so that an invalid key affects only its own till. */
  readonly publicKey: unknown;
  /** True once it has left: nothing more is accepted from it. */
  readonly hasLeft: boolean;
}

/** The number of groups of chains; each group could be on a separate server. */
export const buckets = 1024;
/** An enrolment begins the first generation; onboarding again with a new chain begins the second, and so on. */
const generation = 1;
const codeDays = 7;
const longestName = 100;

const newCode = (tenant: number) => `${tenant}.${randomBytes(24).toString('base64url')}`;
const digestOf = (code: string) => createHash('sha256').update(code).digest();

/** Returns the tenant with this name, and creates it if it is new. */
export function tenantNamed(database: OfficeDatabase, name: string): Promise<number> {
  return database.asOwner(async (client) => {
    await client.query('INSERT INTO tenant (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
    const { rows } = await client.query<{ tenant: number }>('SELECT tenant FROM tenant WHERE name = $1', [
      name,
    ]);
    return rows[0]?.tenant ?? fail('internal');
  });
}

/**
 * Adds a till with its taxpayer and branch.
 * @returns the code with which it is enrolled once within a week, which contains the keys of the office's certificates;
 * only a digest of the code is stored
 */
export async function addTill(database: OfficeDatabase, till: NewTill): Promise<string> {
  const [code = fail('internal')] = await addTills(database, till.tenant, [till]);
  return code;
}

/** Adds tills of one tenant, and runs `also`, in one transaction. Returns the codes of the tills in order. */
export async function addTills(
  database: OfficeDatabase,
  tenant: number,
  tills: readonly NewTill[],
  also: (client: PoolClient) => Promise<void> = async () => {},
): Promise<readonly string[]> {
  const isNamed = (name: string) => name.length > 0 && name.length <= longestName && isLine(name);
  const unnamed = tills.find(({ branch, name }) => !isNamed(branch) || !isNamed(name));
  if (unnamed !== undefined)
    fail('bad-input', { detail: { why: 'a name is one line of up to 100 characters' } });
  const pins = await codePins(database);
  return database.within({ tenant }, async (client) => {
    const codes: string[] = [];
    for (const till of tills) codes.push([await insertTill(client, till), ...pins].join('~'));
    await also(client);
    return codes;
  });
}

async function insertTill(
  client: PoolClient,
  { tenant, vatNumber, branch, name, planned }: NewTill,
): Promise<string> {
  const code = newCode(tenant);
  const one = async (sql: string, values: unknown[]) =>
    (await client.query<{ id: number }>(sql, values)).rows[0]?.id ?? fail('internal');
  await client.query('INSERT INTO entity (tenant, vat_number) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    tenant,
    vatNumber,
  ]);
  const entity = await one('SELECT entity AS id FROM entity WHERE vat_number = $1', [vatNumber]);
  await client.query('INSERT INTO branch (tenant, entity, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    tenant,
    entity,
    branch,
  ]);
  const branchId = await one('SELECT branch AS id FROM branch WHERE entity = $1 AND name = $2', [
    entity,
    branch,
  ]);
  await client.query(
    `INSERT INTO device (tenant, entity, branch, name, code, code_until, planned_serial, planned_prefix)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(days => $6), $7, $8)`,
    [tenant, entity, branchId, name, digestOf(code), codeDays, planned?.serial, planned?.prefix],
  );
  return code;
}

/**
 * Gives a till another code; the previous code becomes invalid.
 * @throws FailureError `not-found` if there is no such till, or it has used its code
 */
export async function codeAgain(
  database: OfficeDatabase,
  { tenant, device }: { readonly tenant: number; readonly device: number },
): Promise<string> {
  const code = newCode(tenant);
  const pins = await codePins(database);
  return database.within({ tenant }, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE device SET code = $2, code_until = now() + make_interval(days => $3)
       WHERE device = $1 AND public_key IS NULL AND left_at IS NULL`,
      [device, digestOf(code), codeDays],
    );
    return rowCount === 1 ? [code, ...pins].join('~') : fail('not-found');
  });
}

interface DeviceRow {
  device: number;
  entity: number;
  branch: number;
  name: string;
  vat_number: string;
  public_key: unknown;
  left_at: Date | null;
  planned_serial: string | null;
}

const deviceColumns =
  'd.device, d.entity, d.branch, d.name, e.vat_number, d.public_key, d.left_at, d.planned_serial';

/**
 * Enrols a till by its code. The same till may ask again, because the first answer may have been lost.
 * @param orderKey the key that the till is to pin
 */
export async function enrol(
  database: OfficeDatabase,
  request: EnrolRequest,
  orderKey?: OrderKey,
): Promise<EnrolAnswer> {
  const { code } = splitCode(request.code);
  const tenant = Number(/^(\d{1,9})\./.exec(code)?.[1] ?? 0);
  const publicKey = JSON.stringify(request.publicKey);
  return database.within({ tenant }, async (client) => {
    const { rows } = await client.query<DeviceRow>(
      `SELECT ${deviceColumns} FROM device AS d JOIN entity AS e USING (entity)
       WHERE d.code = $1 AND d.code_until > now() AND d.left_at IS NULL
         AND (d.public_key IS NULL OR d.public_key = $2::jsonb) FOR UPDATE OF d`,
      [digestOf(code), publicKey],
    );
    const [row] = rows;
    if (row === undefined) return { result: 'refused', code: 'code' };
    if (row.vat_number !== request.vatNumber) return { result: 'refused', code: 'taxpayer' };
    if (row.planned_serial !== null && request.serial !== serialOf(row.planned_serial))
      return { result: 'refused', code: 'code' };
    const { device, entity, branch, name } = row;
    const enrolled = { result: 'enrolled', tenant, device, name, orderKey } as const;
    if (row.public_key !== null) return enrolled;
    const before = await chainOf(client, request.ledger);
    if (before !== undefined) {
      if (before.left_at === null || before.entity !== entity) return { result: 'refused', code: 'ledger' };
      await comeBack(client, { from: device, to: before.device, publicKey, serial: request.serial });
      await noteEnrolled(client, tenant, before.device, request.serial);
      return { ...enrolled, device: before.device, name: before.name };
    }
    await client.query(
      'UPDATE device SET public_key = $2::jsonb, serial = $3, enrolled_at = now() WHERE device = $1',
      [device, publicKey, request.serial],
    );
    await client.query(
      `INSERT INTO chain (bucket, device, generation, tenant, entity, branch, ledger, icv, hash, event, audit,
         audit_hash, last_contact)
       VALUES ($1, $2, $3, $4, $5, $6, $7::uuid, 0, $8, 0, 0, $7::uuid::text, now())`,
      [device % buckets, device, generation, tenant, entity, branch, request.ledger, hexDigest('0')],
    );
    await noteEnrolled(client, tenant, device, request.serial);
    return enrolled;
  });
}

const serialOf = (planned: string) => `1-Khatm|2-Terminal|3-${planned}`;

/** Finds the till under which this ledger is or was enrolled, so that its documents are never counted twice. */
async function chainOf(client: PoolClient, ledger: string): Promise<DeviceRow | undefined> {
  // If one ledger is enrolled with two codes at once, one request waits for the other.
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [ledger]);
  const { rows } = await client.query<DeviceRow>(
    `SELECT ${deviceColumns} FROM chain AS c JOIN device AS d USING (device) JOIN entity AS e ON e.entity = d.entity
     WHERE c.ledger = $1::uuid ORDER BY d.left_at DESC NULLS FIRST LIMIT 1 FOR UPDATE OF d`,
    [ledger],
  );
  return rows[0];
}

/**
 * The till that left continues under its own number, with the new code and key, and the till for which the code was
 * made stays unused.
 */
async function comeBack(
  client: PoolClient,
  { from, to, publicKey, serial }: { from: number; to: number; publicKey: string; serial: string },
): Promise<void> {
  const { rows } = await client.query<{ code: Buffer; code_until: Date }>(
    'SELECT code, code_until FROM device WHERE device = $1',
    [from],
  );
  const [{ code, code_until: until } = fail('internal')] = rows;
  await client.query('UPDATE device SET code = NULL, left_at = now() WHERE device = $1', [from]);
  await client.query(
    `UPDATE device SET public_key = $2::jsonb, serial = $3, code = $4, code_until = $5, enrolled_at = now(), left_at = NULL
     WHERE device = $1`,
    [to, publicKey, serial, code, until],
  );
}

const noteEnrolled = (client: PoolClient, tenant: number, device: number, serial: string) =>
  writeLine(
    client,
    { tenant, person: null, action: 'till.enrolled', detail: { device, serial } },
    Date.now(),
  );

/** Returns undefined for a till that was never enrolled here. */
export async function knownTill(
  database: OfficeDatabase,
  tenant: number,
  device: number,
): Promise<KnownTill | undefined> {
  const [till] = await knownTills(database, tenant, [device]);
  return till;
}

/** Finds many tills; those that were never enrolled here are omitted. */
export function knownTills(
  database: OfficeDatabase,
  tenant: number,
  devices: readonly number[],
): Promise<KnownTill[]> {
  const read = async (client: PoolClient) => {
    // The statement is named, so that a connection plans it once: planning takes longer than reading.
    const { rows } = await client.query<DeviceRow>({
      name: 'known-tills',
      text: `SELECT ${deviceColumns} FROM device AS d JOIN entity AS e USING (entity)
       WHERE d.device = ANY ($1) AND d.public_key IS NOT NULL`,
      values: [devices],
    });
    return rows.map(({ device, entity, branch, public_key, left_at }) => ({
      key: { bucket: device % buckets, device, generation, tenant, entity, branch },
      publicKey: public_key,
      hasLeft: left_at !== null,
    }));
  };
  return database.within({ tenant }, read, byKey, answersWithin);
}

/** Notes that a till leaves: nothing more is accepted from it, but its documents stay. */
export async function letGo(database: OfficeDatabase, { tenant, device }: ChainKey): Promise<void> {
  await database.within({ tenant }, (client) =>
    client.query('UPDATE device SET left_at = coalesce(left_at, now()) WHERE device = $1', [device]),
  );
}
