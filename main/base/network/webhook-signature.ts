import { createHmac, timingSafeEqual } from 'node:crypto';

/*
 * The signature of an event (specification, Webhook signature): `sha256=` and the lowercase hex of HMAC-SHA256 over the
 * raw body. Sender and receiver both use this module.
 */

/** Returns the value of X-Service-Signature. */
export function sign(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/**
 * Returns the value of Khatm-Signature: the attempt's time in Unix seconds as `t`, and for each secret a `v1`, the
 * lowercase hex of HMAC-SHA256 over that time, a dot and the raw body. The specification's header has room for one
 * signature, but not for a time. This header lets a receiver refuse replays, and accept either secret during a
 * rotation.
 */
export function signWithTime(body: Uint8Array, secrets: readonly string[], seconds: number): string {
  const signed = Buffer.concat([Buffer.from(`${seconds}.`), body]);
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(signed).digest('hex')}`,
  );
  return [`t=${seconds}`, ...signatures].join(',');
}

/** Returns true when any of the secrets made this signature, in the same time as for a wrong one. */
export function isSigned(body: Uint8Array, secrets: readonly string[], signature: string): boolean {
  const given = Buffer.from(signature);
  let fits = false;
  for (const secret of secrets) {
    const expected = Buffer.from(sign(body, secret));
    // Lengths are not secret. There is no early exit, so that the time does not reveal which secret fits.
    if (given.length === expected.length && timingSafeEqual(given, expected)) fits = true;
  }
  return fits;
}
