import { expect, test } from 'vitest';
import { createKeyThread, deriveKey } from '../../../main/base/platform/derive-key.ts';

const cost = { N: 2 ** 14, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const salt = Buffer.from('SodiumChloride');
/** The key is a test vector of RFC 7914 §12. */
const key =
  '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887';

// Electron uses the thread, and Node uses its own function.
test.each([
  ['in a thread', createKeyThread()],
  ['here', deriveKey],
])('a key derived %s is that of the standard, and costs out of bounds are refused', async (_, derive) => {
  expect((await derive('pleaseletmein', salt, 64, cost)).toString('hex')).toBe(key);
  await expect(derive('pleaseletmein', salt, 64, { ...cost, N: 3 })).rejects.toThrow();
  expect((await derive('pleaseletmein', salt, 64, cost)).toString('hex')).toBe(key);
});
