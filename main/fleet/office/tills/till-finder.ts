import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type PublicKey, publicKeySchema } from '../../../../shared/fleet/enrolment.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { type KnownTill, knownTills } from './tills.ts';

/** A till with its key made ready. */
export interface FoundTill extends KnownTill {
  readonly publicKey: PublicKey;
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
/** After this time a till is read again with others: thousands that post all the time would be read one by one. */
const soonMs = 0.8 * rememberMs;
/** Milliseconds for which one is not read again, and for which a till that left is remembered: it may come back. */
const momentMs = 60_000;
const mostRemembered = 20_000;
/** Milliseconds: when an office starts, all of its tills come within a minute. */
const gatherMs = 100;
/** Tills that one statement reads beside those that are asked for. */
const mostBeside = 500;

interface Remembered {
  readonly till: FoundTill;
  readonly at: number;
  /** Whether it was asked for since then. */
  isUsed: boolean;
}

type Asked = Map<number, PromiseWithResolvers<FoundTill | undefined>>;

/** @param gather resolves a moment after each statement, in which others gather for the next */
export function createTillFinder(
  database: OfficeDatabase,
  now: () => number,
  gather: () => Promise<void> = () => pause(gatherMs, undefined, { ref: false }),
): TillFinder {
  /** The ones that were read first come first. */
  const found = new Map<string, Remembered>();
  /** By tenant. While one statement reads its tills, and a moment after it, others gather for the next. */
  const waiting = new Map<number, Asked>();
  /** Tenants whose tills are being read, with the devices that were forgotten meanwhile. */
  const reading = new Map<number, Set<number>>();

  function remember(known: KnownTill): FoundTill {
    const name = nameOf(known.key);
    const before = found.get(name)?.till;
    const publicKey = publicKeySchema.parse(known.publicKey);
    const till = { ...known, publicKey, verifyingKey: verifyingKeyOf(publicKey, before) };
    found.delete(name);
    if (found.size >= mostRemembered) found.clear();
    found.set(name, { till, at: now(), isUsed: false });
    return till;
  }

  function soon(tenant: number): number[] {
    const devices: number[] = [];
    for (const { till, at, isUsed } of found.values()) {
      if (at + soonMs > now() || devices.length >= mostBeside) break;
      if (isUsed && till.key.tenant === tenant) devices.push(till.key.device);
    }
    return devices;
  }

  async function readAll(tenant: number, asked: Asked): Promise<void> {
    const forgotten = new Set<number>();
    reading.set(tenant, forgotten);
    try {
      const known = await knownTills(database, tenant, [...new Set([...asked.keys(), ...soon(tenant)])]);
      // One that was forgotten meanwhile may have been read as it was before: it is read once more.
      for (const till of known.filter(({ key }) => !forgotten.has(key.device))) {
        const one = asked.get(till.key.device);
        // A key that is none keeps nobody out but its own till.
        try {
          const ready = remember(till);
          one?.resolve(ready);
        } catch (error) {
          one?.reject(error);
        }
      }
      for (const [device, { resolve }] of asked)
        resolve(forgotten.has(device) ? read(tenant, device) : undefined);
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  }

  async function work(tenant: number): Promise<void> {
    for (let asked = waiting.get(tenant); asked !== undefined; asked = waiting.get(tenant)) {
      waiting.delete(tenant);
      await readAll(tenant, asked);
      await gather();
    }
    reading.delete(tenant);
  }

  function read(tenant: number, device: number): Promise<FoundTill | undefined> {
    const asked: Asked = waiting.get(tenant) ?? new Map();
    const { promise } = mapped(asked, device);
    waiting.set(tenant, asked);
    if (!reading.has(tenant)) void work(tenant);
    return promise;
  }

  return {
    async find(tenant, device) {
      const before = found.get(nameOf({ tenant, device }));
      const long = before?.till.hasLeft === true ? momentMs : rememberMs;
      if (before === undefined || before.at + long <= now()) return read(tenant, device);
      before.isUsed = true;
      return before.till;
    },
    async findAgain({ key }) {
      const before = found.get(nameOf(key));
      return before !== undefined && before.at + momentMs > now() ? undefined : read(key.tenant, key.device);
    },
    forget(tenant, device) {
      reading.get(tenant)?.add(device);
      found.delete(nameOf({ tenant, device }));
    },
  };
}

const nameOf = ({ tenant, device }: { readonly tenant: number; readonly device: number }) =>
  `${tenant}.${device}`;

function mapped(asked: Asked, device: number): PromiseWithResolvers<FoundTill | undefined> {
  const before = asked.get(device) ?? Promise.withResolvers<FoundTill | undefined>();
  asked.set(device, before);
  return before;
}

/** Making a key ready takes as long as a check with it. */
function verifyingKeyOf(key: PublicKey, before: FoundTill | undefined): KeyObject {
  const isSame = before?.publicKey.x === key.x && before.publicKey.y === key.y;
  return isSame ? before.verifyingKey : createPublicKey({ key, format: 'jwk' });
}
