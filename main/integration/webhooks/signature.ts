import { createHmac, timingSafeEqual } from 'node:crypto';

/*
 * The signature of an event (specification, Webhook signature): `sha256=` and the lowercase hex of HMAC-SHA256 over the
 * raw body. Sender and receiver both take it from here.
 */

/** The value of X-Service-Signature. */
export function sign(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Whether any of the secrets made this signature; takes as long for a wrong one as for a right one. */
export function isSigned(body: Uint8Array, secrets: readonly string[], signature: string): boolean {
  const given = Buffer.from(signature);
  let fits = false;
  for (const secret of secrets) {
    const expected = Buffer.from(sign(body, secret));
    // Lengths are no secret. No early way out: which secret fits is nobody's business.
    if (given.length === expected.length && timingSafeEqual(given, expected)) fits = true;
  }
  return fits;
}
