import { createHash } from 'node:crypto';
import { fail } from '../../../shared/failure.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import type { Document } from '../invoice/invoice.ts';
import type { Certificate } from './certificates/certificate.ts';
import type { SigningKey } from './key.ts';
import { encodeQr } from './qr.ts';
import { extensionsWriter, qrAndSignature } from './signature-block.ts';
import type { StampedInvoice } from './stamped-invoice.ts';

/** Canonical text in the three parts around the stamp, and the values of its QR. */
export type Stampable<Rest extends string | Uint8Array = string> = Pick<
  Document<Rest>,
  'head' | 'opening' | 'rest' | 'qr' | 'simplified'
>;

/**
 * Prepares everything that depends only on the certificate, since every sale waits for its stamp.
 * @throws FailureError `bad-input` when the certificate belongs to another key
 */
export function createStamper({ key, certificate }: { key: SigningKey; certificate: Certificate }) {
  if (!key.publicKey.equals(certificate.publicKey))
    fail('bad-input', {
      issues: [{ path: ['certificate'], code: 'other-key', message: 'is of another key' }],
    });
  const writeExtensions = extensionsWriter(certificate);
  return {
    /**
     * Stamps a document.
     * @param signingTime milliseconds since 1970, written as Riyadh time
     * @throws FailureError `bad-input` at `company.name` when the seller's name makes the QR too long
     */
    stamp(document: Stampable<string | Uint8Array>, signingTime: number): StampedInvoice {
      const { head, opening } = document;
      // The text is both hashed and written, so it is encoded only once.
      const rest = Buffer.from(document.rest);
      // The joined parts are the canonical form, so this is the invoice hash; an independent canonicaliser checks it.
      const digest = createHash('sha256').update(head).update(opening).update(rest).digest();
      const hash = digest.toString('base64');
      const signature = key.sign(digest).toString('base64');
      const { date, time } = riyadhDateTime(signingTime);
      const extensions = writeExtensions({ hash, signature, signingTime: `${date}T${time}` });
      const qr = encodeQr({
        ...document.qr,
        hash,
        signature,
        publicKey: certificate.publicKey,
        certificateSignature: document.simplified ? certificate.signature : undefined,
      });
      const before = head + extensions + opening + qrAndSignature(qr);
      return { xml: Buffer.concat([Buffer.from(before), rest]), hash, qr };
    },
  };
}

export type Stamper = ReturnType<typeof createStamper>;
