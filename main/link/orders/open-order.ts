import { compactDecrypt, importJWK, type JWK } from 'jose';
import type { Order } from '../../../shared/office/wire/orders.ts';

type Only<Kind extends Order['kind']> = Extract<Order, { kind: Kind }>;

/** An order with its secrets decrypted; it exists only in memory while the order is carried out. */
export type OpenOrder =
  | (Omit<Only<'otp'>, 'encrypted'> & { readonly otp: string })
  | (Omit<Only<'people'>, 'save'> & {
      readonly save: readonly (Omit<Only<'people'>['save'][number], 'encrypted'> & {
        readonly pin?: string;
      })[];
    })
  | Exclude<Order, { kind: 'otp' | 'people' }>;

/**
 * Decrypts the secrets of an order for this till.
 * @param key the till's own private key
 */
export async function openOrder(order: Order, key: JWK): Promise<OpenOrder> {
  const decrypt = async (jwe: string) => {
    const { plaintext } = await compactDecrypt(jwe, await importJWK(key, 'ECDH-ES'), {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return Buffer.from(plaintext).toString('utf8');
  };
  if (order.kind === 'otp') {
    const { encrypted, ...rest } = order;
    return { ...rest, otp: await decrypt(encrypted) };
  }
  if (order.kind !== 'people') return order;
  const save = await Promise.all(
    order.save.map(async ({ encrypted, ...person }) =>
      encrypted === undefined ? person : { ...person, pin: await decrypt(encrypted) },
    ),
  );
  return { ...order, save };
}
