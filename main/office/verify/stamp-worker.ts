import { answerTasks } from '../../base/platform/thread.ts';
import { verifyDocument } from '../../document/stamp/verify/verify.ts';
import { unpack } from '../packing/packing.ts';
import { isSignedByNative } from './signed-by.ts';

/*
 * Verifies stamps beside the server: signature, certificate, signed properties and QR of each document take milliseconds.
 */

/** The documents as they are stored, with those by which they are packed. */
export type StampTask = readonly { readonly xml: Uint8Array; readonly whole: Uint8Array | null }[];
/** The name of each stamp's first failed check; undefined if all succeed. */
export type StampResult = readonly (string | undefined)[];

answerTasks<StampTask, StampResult>((stored) => stored.map(firstFault));

function firstFault({ xml, whole }: StampTask[number]): string | undefined {
  try {
    return verifyDocument(unpack(xml, whole), { signedBy: isSignedByNative }).find(({ ok }) => !ok)?.name;
  } catch {
    return 'packing';
  }
}
