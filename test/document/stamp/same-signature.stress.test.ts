import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, test } from 'vitest';
import { SigningKey } from '../../../main/document/stamp/key.ts';
import { newSeed } from '../../support/run/chance.ts';
import { rounds } from '../../support/run/effort.ts';

/** The number of messages that one key signs. */
const messages = 100;

test('a key signs each message with the same bytes as another library (RFC 6979)', {
  timeout: 600_000,
}, () => {
  const seed = newSeed();
  const chance = (round: number) => createHash('sha256').update(`${seed} ${round}`).digest();
  for (let round = 0; round < rounds(1_000, 20); round += 1) {
    const secret = chance(round);
    const key = SigningKey.fromSecret(secret.toString('base64'));
    for (let message = 0; message < messages; message += 1) {
      const bytes = chance(message).subarray(message % 32);
      const other = secp256k1.sign(bytes, secret, { format: 'der' });
      expect(key.sign(bytes), `${seed} ${round} ${message}`).toEqual(Buffer.from(other));
    }
  }
});
