import { errors, importJWK, jwtVerify } from 'jose';
import {
  type Order,
  type OrderKey,
  orderAudience,
  orderClaims,
  orderSchema,
} from '../../../shared/office/wire/orders.ts';

/** The reasons for not carrying out an order. Only `expired` and `unknown` prove that the office sent it. */
export type OrderRefusal = 'forged' | 'other-till' | 'replayed' | 'expired' | 'unknown';

export type ReadOrder =
  | { readonly order: Order; readonly number: number }
  | { readonly refused: OrderRefusal; readonly number?: number };

export interface OrderReader {
  readonly key: OrderKey;
  readonly subject: string;
  readonly ledger: string;
  /** The highest accepted number; orders up to this number are not accepted again. */
  readonly last: number;
  readonly now: number;
}

/** Reads a signed order, and refuses one that is not the office's next for this till. */
export async function readOrder(token: string, reader: OrderReader): Promise<ReadOrder> {
  const signed = await verify(token, reader);
  if ('refused' in signed) return signed;
  const { number, ledger, order } = signed.claims;
  if (ledger !== reader.ledger) return { refused: 'other-till', number };
  if (number <= reader.last) return { refused: 'replayed', number };
  if (signed.isExpired) return { refused: 'expired', number };
  const parsed = orderSchema.safeParse(order).data;
  return parsed === undefined ? { refused: 'unknown', number } : { order: parsed, number };
}

type Signed =
  | { readonly claims: ReturnType<typeof orderClaims.parse>; readonly isExpired: boolean }
  | { readonly refused: OrderRefusal };

async function verify(token: string, { key, subject, now }: OrderReader): Promise<Signed> {
  try {
    const { payload } = await jwtVerify(token, await importJWK(key, 'EdDSA'), {
      algorithms: ['EdDSA'],
      audience: orderAudience,
      subject,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'iat'],
    });
    return { claims: orderClaims.parse(payload), isExpired: false };
  } catch (error) {
    // The signature is checked before the time.
    if (error instanceof errors.JWTExpired) return expired(error.payload);
    const isOther = error instanceof errors.JWTClaimValidationFailed && error.claim === 'sub';
    return { refused: isOther ? 'other-till' : 'forged' };
  }
}

function expired(payload: unknown): Signed {
  const claims = orderClaims.safeParse(payload).data;
  return claims === undefined ? { refused: 'forged' } : { claims, isExpired: true };
}
