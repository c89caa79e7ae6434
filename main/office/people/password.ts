import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** Each guess costs 32 MiB and about 50 ms. */
const cost = { N: 2 ** 15, r: 8, p: 1 };
const length = 32;

/** Returns the stored form of a password: the scrypt hash with its salt and costs. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = kept.split('$');
  const expected = Buffer.from(hash, 'base64url');
  const costs = { N: Number(N), r: Number(r), p: Number(p) };
  const given = await derive(password, Buffer.from(salt, 'base64url'), costs);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** A password that nobody has. It is checked for an unknown name, so that this takes as long as for a known one. */
export const nobodysPassword = await hashPassword(randomBytes(16).toString('base64url'));

function derive(password: string, salt: Buffer, costs: ScryptOptions): Promise<Buffer> {
  const options = { ...costs, maxmem: 64 * 2 ** 20 };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
