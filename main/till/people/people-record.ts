import * as z from 'zod';
import { fail } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { PersonRow } from './people-list.ts';

/** The difference between a list and the recorded one: the list is missing, older, or changed. */
export const alterations = ['lost', 'older', 'altered'] as const;
export type Alteration = (typeof alterations)[number];

const bytes = z.base64().transform((text): Buffer => Buffer.from(text, 'base64'));

const recordSchema = z.strictObject({
  revision: z.int().positive(),
  /** The key that proves the list in terminal.db. */
  key: bytes,
  people: z.array(
    z.strictObject({ name: z.string(), role: z.enum(['cashier', 'manager']), salt: bytes, pin: bytes }),
  ),
  /** The limits as JSON; null if nobody has set any. */
  limits: z.string().nullable(),
  /** The time of a restore that no manager has acknowledged yet, in milliseconds since 1970. */
  alteration: z.strictObject({ at: z.int(), why: z.enum(alterations) }).optional(),
});

/** The vault's record of the people: enough to notice any change of terminal.db, and to restore the list. */
export type PeopleRecord = Readonly<z.infer<typeof recordSchema>>;

const nameOf = (environment: Environment) => `${environment}/people`;

/** Reads the record; undefined when the vault has none. @throws FailureError `vault-locked`, `vault-unavailable` */
export async function readRecord(
  store: SecretStore,
  environment: Environment,
): Promise<PeopleRecord | undefined> {
  const text = await store.get(nameOf(environment));
  if (text === undefined) return undefined;
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch (cause) {
    return fail('vault-unavailable', { detail: { why: 'unreadable' } }, cause);
  }
}

/** Resolves when the record is durable. @throws FailureError `vault-locked`, `vault-unavailable` */
export async function writeRecord(
  store: SecretStore,
  environment: Environment,
  { revision, key, people, limits, alteration }: PeopleRecord,
): Promise<void> {
  const text = (value: Buffer) => value.toString('base64');
  const rows = people.map((row: PersonRow) => ({
    name: row.name,
    role: row.role,
    salt: text(row.salt),
    pin: text(row.pin),
  }));
  await store.set(
    nameOf(environment),
    JSON.stringify({ revision, key: text(key), people: rows, limits, alteration }),
  );
}
