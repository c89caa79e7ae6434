import { fail } from '../../../shared/failure.ts';
import { decodeBase64 } from './base64.ts';

/*
 * The QR's content: a tag, a length and a value for each field, with tag and length in one byte each, all in Base64.
 * Source: Security Features Implementation Standards, §4; facts on UBL, 12.6.
 */

export interface QrFields {
  readonly sellerName: string;
  readonly vatNumber: string;
  readonly issuedAt: string;
  readonly payable: string;
  readonly vat: string;
  /** The invoice hash, in Base64. */
  readonly hash: string;
  /** The stamp's signature, in Base64. */
  readonly signature: string;
  /** The key as DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  /** The certificate's own signature; only for simplified documents. */
  readonly certificateSignature?: Uint8Array | undefined;
}

/** The largest value in bytes of UTF-8, since the length field is one byte. */
const maxValueBytes = 255;
/** The longest text by rule BR-CL-KSA-14. */
const maxCharacters = 1000;

/**
 * @returns Base64
 * @throws FailureError `bad-input` on the company's name, the only part of variable length, when it does not fit
 */
export function encodeQr(fields: QrFields): string {
  const values = [
    Buffer.from(fields.sellerName),
    Buffer.from(fields.vatNumber),
    Buffer.from(fields.issuedAt),
    Buffer.from(fields.payable),
    Buffer.from(fields.vat),
    Buffer.from(fields.hash),
    Buffer.from(fields.signature),
    fields.publicKey,
    ...(fields.certificateSignature ? [fields.certificateSignature] : []),
  ];
  const pieces = values.flatMap((value, index) => {
    if (value.length > maxValueBytes) return refuse(maxValueBytes, 'bytes');
    return [Buffer.of(index + 1, value.length), value];
  });
  const text = Buffer.concat(pieces).toString('base64');
  return text.length > maxCharacters ? refuse(maxCharacters, 'Base64 characters') : text;
}

/**
 * Reads the content of a QR. @returns the values of the tags 1, 2, 3 … in order; undefined when the text is not Base64
 * of such tags without gaps
 */
export function decodeQr(text: string): Buffer[] | undefined {
  const bytes = decodeBase64(text);
  if (bytes === undefined) return undefined;
  const values: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at + 2;
    const end = start + (bytes[at + 1] ?? Number.POSITIVE_INFINITY);
    if (bytes[at] !== values.length + 1 || end > bytes.length) return undefined;
    values.push(bytes.subarray(start, end));
    at = end;
  }
  return values;
}

function refuse(limit: number, what: string): never {
  return fail('bad-input', {
    issues: [
      {
        path: ['company', 'name'],
        code: 'qr-too-long',
        message: `must be shorter: the QR takes at most ${limit} ${what}`,
        params: { limit },
      },
    ],
  });
}
