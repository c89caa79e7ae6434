import * as z from 'zod';
import { orderKeySchema } from './orders.ts';

/** A till's own key, used only with the head office; P-256. */
export const publicKeySchema = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.base64url().length(43),
  y: z.base64url().length(43),
});
export type PublicKey = z.infer<typeof publicKeySchema>;

export const enrolRequestSchema = z.strictObject({
  code: z.string().max(500),
  publicKey: publicKeySchema,
  /** The id of its ledger: the only chain that is enrolled. */
  ledger: z.uuid(),
  /** The serial from its certificate: `1-<vendor>|2-<model>|3-<serial>`. */
  serial: z.string().min(1).max(200),
  vatNumber: z.string().regex(/^3\d{13}3$/),
});
export type EnrolRequest = z.infer<typeof enrolRequestSchema>;

export const enrolAnswerSchema = z.discriminatedUnion('result', [
  z.strictObject({
    result: z.literal('enrolled'),
    tenant: z.int(),
    device: z.int(),
    name: z.string(),
    /** The key with which orders are signed. The till pins it; without a key it accepts no orders. */
    orderKey: orderKeySchema.optional(),
  }),
  z.strictObject({
    result: z.literal('refused'),
    /**
     * `code`: unknown, used by another till, or too old. `taxpayer`: the code is for another VAT number. `ledger`: this
     * ledger is already enrolled.
     */
    code: z.enum(['code', 'taxpayer', 'ledger']),
  }),
]);
export type EnrolAnswer = z.infer<typeof enrolAnswerSchema>;

/** The audience of a till's tokens; each covers one request. */
export const tokenAudience = 'khatm-head-office';
/**
 * The claims of a till's token: those of a client's assertion (RFC 7523) and of a proof of possession (RFC 9449), and a
 * digest of the body.
 */
export const tokenClaims = z.object({
  aud: z.literal(tokenAudience),
  /** The till, as `<tenant>.<device>`. */
  sub: z.string().regex(/^\d{1,9}\.\d{1,9}$/),
  jti: z.string().max(100),
  htm: z.literal('POST'),
  /** The path of the address. The rest is not signed, because a proxy may change it. */
  htu: z.string().max(200),
  /** The office's nonce, which shows that the request is new; omitted if the till knows none. */
  nonce: z.string().max(100).optional(),
  /** SHA-256 of the body as it is sent, base64url. */
  body: z.string(),
});

export const pinAudience = 'khatm-till-certificates';
/** The most certificates that an office has at a time: those of its processes, and the next ones. */
export const mostPins = 10;
export const pinClaims = z.object({
  /** SHA-256 of the public keys of the certificates at its address (SubjectPublicKeyInfo), base64url. */
  pins: z.array(z.base64url().length(43)).min(1).max(mostPins),
  iat: z.int(),
});

/** A till's code, and the keys of the office's certificates that follow it. */
export function splitCode(typed: string): { readonly code: string; readonly pins: readonly string[] } {
  const [code = '', ...pins] = typed.trim().split('~');
  return { code, pins };
}
