import { createHmac, timingSafeEqual } from 'node:crypto';

/** The number of milliseconds for which a nonce is the current one; it is accepted for the same time again. */
const periodMs = 5 * 60_000;

/**
 * Nonces prove that a request was made just now, whatever the clock of its till shows. No process has to store nonces.
 * @param secret must be the same in each process
 */
export function createNonces(secret: Uint8Array, now: () => number) {
  /** The nonces of the last, this and the next period: each request needs some of them. */
  const seen = new Map<number, string>();
  const nonceOf = (period: number) => {
    const before = seen.get(period);
    if (before !== undefined) return before;
    const nonce = createHmac('sha256', secret).update(`nonce ${period}`).digest('base64url').slice(0, 22);
    if (seen.size > 3) seen.clear();
    seen.set(period, nonce);
    return nonce;
  };
  const period = () => Math.floor(now() / periodMs);
  const isSame = (one: string, other: string) =>
    one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
  return {
    current: () => nonceOf(period()),
    // The next nonce is accepted as well, because processes on several machines do not share a clock.
    isFresh: (nonce: string) => [-1, 0, 1].some((step) => isSame(nonce, nonceOf(period() + step))),
  };
}

export type Nonces = ReturnType<typeof createNonces>;
