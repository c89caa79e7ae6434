import { createHash, randomBytes } from 'node:crypto';
import { fail } from '../../../../shared/failure.ts';
import {
  type EnrolAnswer,
  type EnrolRequest,
  type PublicKey,
  publicKeySchema,
  splitCode,
} from '../../../../shared/fleet/enrolment.ts';
import type { OrderKey } from '../../../../shared/fleet/orders.ts';
import { hexDigest } from '../../../stamp/digest.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { pinsOf } from './certificate-pins.ts';
import type { ChainKey } from './chain-key.ts';

/** A till of a tenant, as its manager names it. */
export interface NewTill {
  readonly tenant: number;
  readonly vatNumber: string;
  readonly branch: string;
  readonly name: string;
  /** From a list of tills: the serial number and the prefix of its documents, once for a taxpayer. */
  readonly planned?: { readonly serial: string; readonly prefix: string } | undefined;
}

/** An enrolled till, and the key that its tokens are signed with. */
export interface KnownTill {
  readonly key: ChainKey;
  readonly publicKey: PublicKey;
  /** True once it has left: nothing more is taken from it. */
  readonly hasLeft: boolean;
}

/** Chains are spread over so many groups, each of which could lie on a server of its own. */
export const buckets = 1024;
/** Of a re-onboarded chain the second, and so on; an enrolment begins one. */
const generation = 1;
const codeDays = 7;

const digestOf = (code: string) => createHash('sha256').update(code).digest();

/** Returns the tenant of this name, made where it is new. */
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
 * @returns the code that enrols it, once, within a week, with the keys of the office's certificates; of the code only its digest
 * is kept
 */
export async function addTill(
  database: OfficeDatabase,
  { tenant, vatNumber, branch, name, planned }: NewTill,
): Promise<string> {
  const code = `${tenant}.${randomBytes(24).toString('base64url')}`;
  const pins = await pinsOf(database);
  return database.within({ tenant }, async (client) => {
    const one = async (sql: string, values: unknown[]) =>
      (await client.query<{ id: number }>(sql, values)).rows[0]?.id ?? fail('internal');
    await client.query('INSERT INTO entity (tenant, vat_number) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      tenant,
      vatNumber,
    ]);
    const entity = await one('SELECT entity AS id FROM entity WHERE vat_number = $1', [vatNumber]);
    await client.query(
      'INSERT INTO branch (tenant, entity, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [tenant, entity, branch],
    );
    const branchId = await one('SELECT branch AS id FROM branch WHERE entity = $1 AND name = $2', [
      entity,
      branch,
    ]);
    await client.query(
      `INSERT INTO device (tenant, entity, branch, name, code, code_until, planned_serial, planned_prefix)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(days => $6), $7, $8)`,
      [tenant, entity, branchId, name, digestOf(code), codeDays, planned?.serial, planned?.prefix],
    );
    return [code, ...pins].join('~');
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
}

const deviceColumns = 'd.device, d.entity, d.branch, d.name, e.vat_number, d.public_key, d.left_at';

/**
 * Enrols a till by its code. The same till may ask again: its first answer may have been lost.
 * @param orderKey that the till is to pin
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
    const { device, entity, branch, name } = row;
    const enrolled = { result: 'enrolled', tenant, device, name, orderKey } as const;
    if (row.public_key !== null) return enrolled;
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
    return enrolled;
  });
}

/** Returns undefined for a till that was never enrolled here. */
export function knownTill(
  database: OfficeDatabase,
  tenant: number,
  device: number,
): Promise<KnownTill | undefined> {
  return database.within({ tenant }, async (client) => {
    const { rows } = await client.query<DeviceRow>(
      `SELECT ${deviceColumns} FROM device AS d JOIN entity AS e USING (entity)
       WHERE d.device = $1 AND d.public_key IS NOT NULL`,
      [device],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const { entity, branch, left_at } = row;
    return {
      key: { bucket: device % buckets, device, generation, tenant, entity, branch },
      publicKey: publicKeySchema.parse(row.public_key),
      hasLeft: left_at !== null,
    };
  });
}

/** Takes nothing more from this till. What it sent stays. */
export async function letGo(database: OfficeDatabase, { tenant, device }: ChainKey): Promise<void> {
  await database.within({ tenant }, (client) =>
    client.query('UPDATE device SET left_at = coalesce(left_at, now()) WHERE device = $1', [device]),
  );
}
