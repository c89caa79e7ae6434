import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type PublicKey, publicKeySchema } from '../../../shared/office/wire/enrolment.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { type KnownTill, knownTills } from './tills.ts';

/** A till with its key imported. */
export interface FoundTill extends KnownTill {
  readonly publicKey: PublicKey;
  readonly verifyingKey: KeyObject;
}

/** Finds enrolled tills and remembers them for minutes, because reading a till costs as much as storing its batch. */
export type TillFinder = ReturnType<typeof createTillFinder>;

const rememberMs = 5 * 60_000;
/**
 * The number of milliseconds after which a till is read again together with others. Otherwise thousands of tills that
 * post all the time would be read one by one.
 */
const soonMs = 0.8 * rememberMs;
/**
 * The number of milliseconds during which a till is not read again, and during which a till that left is remembered,
 * since it may return.
 */
const momentMs = 60_000;
const mostRemembered = 20_000;
/** The number of milliseconds to gather requests: when an office starts, all of its tills ask within a minute. */
const gatherMs = 100;
/** The number of tills that one statement reads besides the requested ones. */
const mostBeside = 500;

interface Remembered {
  readonly till: FoundTill;
  readonly at: number;
  /** True when the till was requested since it was read. */
  isUsed: boolean;
}

type TillRequests = Map<number, PromiseWithResolvers<FoundTill | undefined>>;

type TillName = Pick<KnownTill['key'], 'tenant' | 'device'>;

const nameOf = ({ tenant, device }: TillName) => `${tenant}.${device}`;

/** Importing a key takes as long as verifying a signature, so it is done once. */
function verifyingKeyOf(key: PublicKey, before: FoundTill | undefined): KeyObject {
  const isSame = before?.publicKey.x === key.x && before.publicKey.y === key.y;
  return isSame ? before.verifyingKey : createPublicKey({ key, format: 'jwk' });
}

function createRemembered(now: () => number) {
  /** The remembered tills, in the order in which they were read. */
  const found = new Map<string, Remembered>();
  return {
    get: (till: TillName) => found.get(nameOf(till)),
    add(stored: KnownTill): FoundTill {
      const name = nameOf(stored.key);
      const before = found.get(name)?.till;
      const publicKey = publicKeySchema.parse(stored.publicKey);
      const till = { ...stored, publicKey, verifyingKey: verifyingKeyOf(publicKey, before) };
      found.delete(name);
      if (found.size >= mostRemembered) found.clear();
      found.set(name, { till, at: now(), isUsed: false });
      return till;
    },
    delete: (till: TillName) => found.delete(nameOf(till)),
    /** Returns the devices of the used tills that are due to be read again. */
    soon(tenant: number): number[] {
      const devices: number[] = [];
      for (const { till, at, isUsed } of found.values()) {
        if (at + soonMs > now() || devices.length >= mostBeside) break;
        if (isUsed && till.key.tenant === tenant) devices.push(till.key.device);
      }
      return devices;
    },
  };
}

function mapped(requests: TillRequests, device: number): PromiseWithResolvers<FoundTill | undefined> {
  const before = requests.get(device) ?? Promise.withResolvers<FoundTill | undefined>();
  requests.set(device, before);
  return before;
}

/** @param gather resolves a moment after each statement; meanwhile other requests gather for the next one */
export function createTillFinder(
  database: OfficeDatabase,
  now: () => number,
  gather: () => Promise<void> = () => pause(gatherMs, undefined, { ref: false }),
) {
  const remembered = createRemembered(now);
  /**
   * The waiting requests by tenant. While one statement reads tills, and for a moment after it, other requests gather
   * for the next one.
   */
  const waiting = new Map<number, TillRequests>();
  /** Tenants whose tills are being read, each with the devices that were forgotten meanwhile. */
  const reading = new Map<number, Set<number>>();

  async function readAll(tenant: number, requests: TillRequests): Promise<void> {
    const forgotten = new Set<number>();
    reading.set(tenant, forgotten);
    try {
      const devices = new Set([...requests.keys(), ...remembered.soon(tenant)]);
      const tills = await knownTills(database, tenant, [...devices]);
      // A till that was forgotten meanwhile may have been read in its old state, so it is read once more.
      for (const till of tills.filter(({ key }) => !forgotten.has(key.device))) {
        const one = requests.get(till.key.device);
        // An invalid key affects only its own till.
        try {
          const ready = remembered.add(till);
          one?.resolve(ready);
        } catch (error) {
          one?.reject(error);
        }
      }
      for (const [device, { resolve }] of requests)
        resolve(forgotten.has(device) ? read(tenant, device) : undefined);
    } catch (error) {
      for (const { reject } of requests.values()) reject(error);
    }
  }

  async function work(tenant: number): Promise<void> {
    for (let requests = waiting.get(tenant); requests !== undefined; requests = waiting.get(tenant)) {
      waiting.delete(tenant);
      await readAll(tenant, requests);
      await gather();
    }
    reading.delete(tenant);
  }

  function read(tenant: number, device: number): Promise<FoundTill | undefined> {
    const requests: TillRequests = waiting.get(tenant) ?? new Map();
    const { promise } = mapped(requests, device);
    waiting.set(tenant, requests);
    if (!reading.has(tenant)) void work(tenant);
    return promise;
  }

  return {
    /** Returns undefined for a till that was never enrolled here. */
    async find(tenant: number, device: number): Promise<FoundTill | undefined> {
      const before = remembered.get({ tenant, device });
      const long = before?.till.hasLeft === true ? momentMs : rememberMs;
      if (before === undefined || before.at + long <= now()) return read(tenant, device);
      before.isUsed = true;
      return before.till;
    },
    /**
     * Reads a till again when a request does not match its key: it may have been enrolled with another key by another
     * process.
     * @returns undefined even for a till that was read a moment ago, so that strangers' requests cause few reads
     */
    async findAgain({ key }: KnownTill): Promise<FoundTill | undefined> {
      const before = remembered.get(key);
      return before !== undefined && before.at + momentMs > now() ? undefined : read(key.tenant, key.device);
    },
    /** Called when a till leaves. Other processes find out when they lock its chain. */
    forget(tenant: number, device: number) {
      reading.get(tenant)?.add(device);
      remembered.delete({ tenant, device });
    },
  };
}
