import { createPublicKey, type KeyObject } from 'node:crypto';
import type { OfficeDatabase } from '../database/database.ts';
import { type KnownTill, knownTill } from './tills.ts';

/** A till with its key made ready. */
export interface FoundTill extends KnownTill {
  readonly verifyingKey: KeyObject;
}

/** Finds enrolled tills, and remembers them for minutes: reading one costs as much as keeping its batch. */
export interface TillFinder {
  /** Returns undefined for a till that was never enrolled here. */
  find(tenant: number, device: number): Promise<FoundTill | undefined>;
  /**
   * Reads a till again by whose key a request does not hold: it may have come back with another key to another process.
   * @returns undefined as well for one that was read a moment ago, so that strangers' requests read little
   */
  findAgain(till: KnownTill): Promise<FoundTill | undefined>;
  /** Called when a till leaves. Other processes find out when they lock its chain. */
  forget(tenant: number, device: number): void;
}

const rememberMs = 5 * 60_000;
/** Milliseconds for which one is not read again, and for which a till that left is remembered: it may come back. */
const momentMs = 60_000;
const mostRemembered = 20_000;

export function createTillFinder(database: OfficeDatabase, now: () => number): TillFinder {
  const found = new Map<string, { readonly till: FoundTill; readonly at: number }>();

  async function read(tenant: number, device: number): Promise<FoundTill | undefined> {
    const known = await knownTill(database, tenant, device);
    if (known === undefined) return undefined;
    const till = { ...known, verifyingKey: createPublicKey({ key: known.publicKey, format: 'jwk' }) };
    if (found.size >= mostRemembered) found.clear();
    found.set(`${tenant}.${device}`, { till, at: now() });
    return till;
  }

  return {
    async find(tenant, device) {
      const before = found.get(`${tenant}.${device}`);
      const long = before?.till.hasLeft === true ? momentMs : rememberMs;
      return before !== undefined && before.at + long > now() ? before.till : read(tenant, device);
    },
    async findAgain({ key: { tenant, device } }) {
      const before = found.get(`${tenant}.${device}`);
      return before !== undefined && before.at + momentMs > now() ? undefined : read(tenant, device);
    },
    forget(tenant, device) {
      found.delete(`${tenant}.${device}`);
    },
  };
}
