import { fail } from '../../../../shared/failure.ts';
import { authorityProfile } from '../../../gateway/profile.ts';
import type { Document } from '../invoice.ts';

/** Room for the stamp, the QR and the other fields of the request, which take about eight kilobytes. */
const allowance = 64 * 1024;

/**
 * The largest document that the gateway's limit allows, in bytes: a request carries it in Base64, four bytes for three.
 */
export const maxDocumentBytes = Math.floor((authorityProfile.limits.requestBytes * 3) / 4) - allowance;

type Parts = Pick<Document<string | Uint8Array>, 'head' | 'opening' | 'rest'>;

/** Refuses a document that could be issued but never sent. @throws FailureError `bad-input` `document-too-large` */
export function checkSize({ head, opening, rest }: Parts): void {
  // UTF-8 takes at most three bytes for a unit of UTF-16, so the bytes of most documents need not be counted.
  if ((head.length + opening.length + rest.length) * 3 <= maxDocumentBytes) return;
  const restBytes = typeof rest === 'string' ? Buffer.byteLength(rest) : rest.length;
  const bytes = Buffer.byteLength(head) + Buffer.byteLength(opening) + restBytes;
  if (bytes <= maxDocumentBytes) return;
  fail('bad-input', {
    issues: [
      {
        path: ['lines'],
        code: 'document-too-large',
        message: `must make a document of at most ${maxDocumentBytes} bytes, not ${bytes}`,
        params: { limit: maxDocumentBytes },
      },
    ],
  });
}
