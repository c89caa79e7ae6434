import type { CryptoKey } from 'jose';
import { importJWK } from 'jose';
import type { OfficeDatabase } from '../database/database.ts';
import { type KnownTill, knownTill } from './tills.ts';

/** A till with its key made ready. */
export interface FoundTill extends KnownTill {
  readonly verifyingKey: CryptoKey | Uint8Array;
}

/** Finds enrolled tills, and remembers them for a minute. */
export interface TillFinder {
  /** Returns undefined for a till that was never enrolled here. */
  find(tenant: number, device: number): Promise<FoundTill | undefined>;
  /** Called when a till leaves. Other processes find out when they lock its chain. */
  forget(tenant: number, device: number): void;
}

const rememberMs = 60_000;
const mostRemembered = 20_000;

export function createTillFinder(database: OfficeDatabase, now: () => number): TillFinder {
  const found = new Map<string, { readonly till: FoundTill; readonly until: number }>();
  return {
    async find(tenant, device) {
      const name = `${tenant}.${device}`;
      const before = found.get(name);
      if (before !== undefined && before.until > now()) return before.till;
      const known = await knownTill(database, tenant, device);
      if (known === undefined) return undefined;
      const till = { ...known, verifyingKey: await importJWK(known.publicKey, 'ES256') };
      if (found.size >= mostRemembered) found.clear();
      found.set(name, { till, until: now() + rememberMs });
      return till;
    },
    forget(tenant, device) {
      found.delete(`${tenant}.${device}`);
    },
  };
}
