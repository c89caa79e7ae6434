import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/* Codes of an authenticator app: RFC 6238 with SHA-1, six digits and half a minute, which every app knows. */

const stepMs = 30_000;
/** The number of steps that a phone's clock may be behind or ahead. */
const tolerance = 1;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newTotpSecret = (): Buffer => randomBytes(20);

export const totpStep = (now: number): number => Math.floor(now / stepMs);

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/**
 * Finds the step of a code.
 * @param after steps up to this one were used before, and are not accepted
 * @returns undefined when the code is wrong
 */
export function matchTotp(secret: Buffer, code: string, now: number, after: number): number | undefined {
  const given = Buffer.from(code);
  const current = totpStep(now);
  for (let step = current - tolerance; step <= current + tolerance; step += 1) {
    const expected = Buffer.from(totpCode(secret, step));
    if (step > after && given.length === expected.length && timingSafeEqual(given, expected)) return step;
  }
  return undefined;
}

/** Returns the secret in base 32, as it is typed into apps. */
export function totpText(secret: Buffer): string {
  let bits = '';
  for (const byte of secret) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** Returns the address that an app reads from a QR code. */
export function totpAddress(secret: Buffer, account: string): string {
  const issuer = 'Khatm';
  const parameters = new URLSearchParams({ secret: totpText(secret), issuer });
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?${parameters}`;
}
