import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/*
 * Chance that is the same in each run. It takes the place of Node's in this process, so that no part of the product has
 * to be handed it; threads and other processes keep their own.
 */

const drawn = ['randomUUID', 'randomBytes', 'randomInt'] as const;
const originals = Object.fromEntries(drawn.map((name) => [name, crypto[name]]));
const { getRandomValues } = globalThis.crypto;

/** Returns a function that draws bytes from a seed; each purpose has its own sequence, whatever others draw. */
function drawFrom(seed: string) {
  const drawnOf = new Map<string, number>();
  return (purpose: string, length: number): Buffer => {
    const blocks: Buffer[] = [];
    for (let had = 0; had < length; had += 32) {
      const number = drawnOf.get(purpose) ?? 0;
      drawnOf.set(purpose, number + 1);
      blocks.push(crypto.createHash('sha256').update(`${seed} ${purpose} ${number}`).digest());
    }
    return Buffer.concat(blocks).subarray(0, length);
  };
}

function uuidOf(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Fixes chance in this process until the returned function is called. A second call begins with another seed. */
export function fixChance(seed: string): () => void {
  const draw = drawFrom(seed);
  Object.assign(crypto, {
    randomUUID: () => uuidOf(draw('uuid', 16)),
    randomBytes: (size: number, callback?: (error: null, bytes: Buffer) => void) => {
      const bytes = draw('bytes', size);
      if (callback === undefined) return bytes;
      setImmediate(callback, null, bytes);
      return undefined;
    },
    randomInt: (from: number, to?: number) => {
      const [least, end] = to === undefined ? [0, from] : [from, to];
      return least + (draw('int', 6).readUIntBE(0, 6) % (end - least));
    },
  });
  globalThis.crypto.getRandomValues = (array) => {
    const { buffer, byteOffset, byteLength } = array;
    new Uint8Array(buffer, byteOffset, byteLength).set(draw('web', byteLength));
    return array;
  };
  syncBuiltinESMExports();
  return () => {
    Object.assign(crypto, originals);
    globalThis.crypto.getRandomValues = getRandomValues;
    syncBuiltinESMExports();
  };
}
