import type * as z from 'zod';
import { fail } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import { type alterations, peopleForm } from '../../../shared/stored/vault/entries.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { PersonRow } from './people-list.ts';

export type Alteration = (typeof alterations)[number];

/** The vault's record of the people. */
export type PeopleRecord = ReturnType<typeof fromForm>;

const nameOf = (environment: Environment) => `${environment}/people`;

/** Reads the record; undefined when the vault has none. @throws FailureError `vault-locked`, `vault-unavailable` */
export async function readRecord(
  store: SecretStore,
  environment: Environment,
): Promise<PeopleRecord | undefined> {
  const text = await store.get(nameOf(environment));
  if (text === undefined) return undefined;
  const read = peopleForm.read(text);
  return read.ok ? fromForm(read.value) : fail('vault-unavailable', { detail: { why: 'unreadable' } });
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64');

function fromForm({ key, people, ...rest }: z.output<(typeof peopleForm)['schema']>) {
  const rows = people.map(({ salt, pin, ...row }) => ({ ...row, salt: bytesOf(salt), pin: bytesOf(pin) }));
  return { ...rest, key: bytesOf(key), people: rows };
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
    short: row.short,
  }));
  await store.set(
    nameOf(environment),
    peopleForm.write({ revision, key: text(key), people: rows, limits, alteration }),
  );
}
