import { calculateJwkThumbprint, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import type * as z from 'zod';
import { pinAudience, pinClaims } from '../../../shared/office/wire/enrolment.ts';
import { type OrderKey, orderKeySchema } from '../../../shared/office/wire/orders.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';
import { certificatePins, orderPin } from '../../../shared/stored/vault/entries.ts';
import type { ServerCheck } from '../../base/network/server-check.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';

/*
 * The certificates at the office's address are pinned when a till is enrolled, if its code names them. After that
 * another certificate, even from an authority that this machine trusts, is accepted only if the office has signed its
 * key.
 */

/** Makes a fetch that checks the other side's certificate. */
export type CheckedFetch = (check: ServerCheck) => typeof globalThis.fetch;

export type CertificatePin = ReturnType<typeof createCertificatePin>;

export class OtherCertificate extends Error {}

export interface CertificatePinOptions {
  readonly secrets: SecretStore;
  /** The names of the pin and of the office's key for orders, in the vault. */
  readonly names: { readonly certificate: string; readonly pin: string };
  readonly fetchWith: CheckedFetch;
  readonly now: () => number;
}

type Kept = z.output<(typeof certificatePins)['schema']>;

const timeoutMs = 30_000;
/** The number of seconds for which a statement about certificates is valid, and by which clocks may differ. */
const clockTolerance = 2 * 24 * 3600;

const urlOf = (input: Parameters<typeof globalThis.fetch>[0]) =>
  new URL(input instanceof Request ? input.url : input);

function createKeptPins(secrets: SecretStore, name: string) {
  return {
    async read(): Promise<Kept | undefined> {
      const text = await secrets.get(name);
      return text === undefined ? undefined : orFail(certificatePins.read(text));
    },
    write: (kept: Kept) => secrets.set(name, certificatePins.write(kept)),
    forget: () => secrets.delete(name),
  };
}

/**
 * Asks the office for its signed keys, over a connection that sends nothing of the till.
 * @param keyOf returns the key that must have signed the statement
 * @returns the keys in the statement; undefined if the key at this address is not among them
 */
async function askWhose(
  fetchWith: CheckedFetch,
  url: URL,
  keyOf: (word: string) => Promise<OrderKey | undefined>,
): Promise<{ pins: string[]; iat: number } | undefined> {
  let seen: string | undefined;
  const call = fetchWith((key) => {
    seen = key;
    return true;
  });
  const options = { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const;
  const word = await (await call(new URL('/office/v1/certificates', url), options)).text();
  const key = await keyOf(word);
  if (key === undefined) return undefined;
  const { payload } = await jwtVerify(word, await importJWK(key, 'EdDSA'), {
    algorithms: ['EdDSA'],
    audience: pinAudience,
    clockTolerance,
    requiredClaims: ['iat', 'exp'],
  });
  const claims = pinClaims.parse(payload);
  return seen !== undefined && claims.pins.includes(seen) ? claims : undefined;
}

/** Returns the key that a statement says it was signed with, if the code names that key's digest. */
async function namedKey(word: string, pins: readonly string[]): Promise<OrderKey | undefined> {
  const key = orderKeySchema.parse(decodeProtectedHeader(word).jwk);
  return pins.includes(await calculateJwkThumbprint(key)) ? key : undefined;
}

function beginEnrolment(
  fetchWith: CheckedFetch,
  kept: ReturnType<typeof createKeptPins>,
  pins: readonly string[],
) {
  let believed = pins;
  let isWrong = false;
  const enrol = fetchWith((key) => {
    isWrong = believed.length > 0 && !believed.includes(key);
    return !isWrong;
  });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = urlOf(input);
    if (pins.length > 0 && url.protocol !== 'https:') throw new OtherCertificate();
    try {
      return await enrol(input, init);
    } catch (error) {
      if (!isWrong) throw error;
      // The code is older than the certificate: the new certificate is vouched for by the key for orders that the
      // code names.
      const word = await askWhose(fetchWith, url, (text) => namedKey(text, pins)).catch(() => undefined);
      if (word === undefined) throw new OtherCertificate();
      believed = word.pins;
    }
    try {
      return await enrol(input, init);
    } catch (error) {
      throw isWrong ? new OtherCertificate() : error;
    }
  };
  return {
    fetch,
    async keep() {
      if (pins.length > 0) await kept.write({ pins: [...believed], at: 0 });
      else await kept.forget();
    },
  };
}

export function createCertificatePin({ secrets, names, fetchWith, now }: CertificatePinOptions) {
  const kept = createKeptPins(secrets, names.certificate);
  let cached: Kept | undefined;
  let isOther = false;
  const call = fetchWith((key) => {
    isOther = cached !== undefined && !cached.pins.includes(key);
    return !isOther;
  });

  async function renew(url: URL, before: Kept): Promise<boolean> {
    const orderKey = await secrets.get(names.pin);
    if (orderKey === undefined) return false;
    const word = await askWhose(fetchWith, url, async () => orFail(orderPin.read(orderKey)).key);
    if (word === undefined || word.iat < before.at) return false;
    // An office whose clock was once ahead is still trusted when the clock is right again.
    await kept.write({ pins: word.pins, at: Math.min(word.iat, Math.floor(now() / 1000)) });
    return true;
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    cached = await kept.read();
    isOther = false;
    try {
      return await call(input, init);
    } catch (error) {
      if (!isOther || cached === undefined) throw error;
      if (!(await renew(urlOf(input), cached).catch(() => false))) throw new OtherCertificate();
    }
    cached = await kept.read();
    return call(input, init);
  };

  return {
    /** Calls the enrolled office. @throws OtherCertificate if it has another certificate that it did not sign */
    fetch,
    /**
     * Begins an enrolment: `fetch` accepts only a certificate with one of these keys, and `keep` pins them. If there are
     * no keys, it accepts any certificate and pins none: such an office does not sign later certificates either, so a
     * renewal would lock the till out.
     */
    enrolling: (pins: readonly string[]) => beginEnrolment(fetchWith, kept, pins),
    forget: kept.forget,
  };
}
