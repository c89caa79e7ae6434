import { zstdDecompressSync } from 'node:zlib';
import { answerTasks } from '../../base/platform/thread.ts';
import { verifyDocument } from '../../document/stamp/verify/verify.ts';
import { isSignedByNative } from './signed-by.ts';

/*
 * Verifies stamps beside the server: signature, certificate, signed properties and QR of each document take milliseconds.
 */

/** The compressed documents. */
export type StampTask = readonly Uint8Array[];
/** The name of each stamp's first failed check; undefined if all succeed. */
export type StampResult = readonly (string | undefined)[];

answerTasks<StampTask, StampResult>((packed) => packed.map(firstFault));

function firstFault(packed: Uint8Array): string | undefined {
  try {
    return verifyDocument(zstdDecompressSync(packed), { signedBy: isSignedByNative }).find(({ ok }) => !ok)
      ?.name;
  } catch {
    return 'packing';
  }
}
