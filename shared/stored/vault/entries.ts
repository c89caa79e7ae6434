import * as z from 'zod';
import { proxyChoiceSchema } from '../../contract/terminal/network.ts';
import { orderKeySchema } from '../../office/wire/orders.ts';
import { storedForm } from '../stored-form.ts';

/* The kind of a vault, and those entries of a vault that are more than one text. */

/** Best first. */
export const vaultKinds = ['keychain', 'system', 'passphrase'] as const;
/** The kind that was chosen once, in `vault.json`; no secret. */
export const vaultKind = storedForm({
  name: 'vault-kind',
  schema: z.strictObject({ kind: z.enum(vaultKinds) }),
});

/** The difference between a list of people and the recorded one: the list is missing, older, or changed. */
export const alterations = ['lost', 'older', 'altered'] as const;

const base64 = z.base64();
/** The people of an environment: enough to notice any change of terminal.db, and to restore the list. */
export const peopleForm = storedForm({
  name: 'people',
  schema: z.strictObject({
    revision: z.int().positive(),
    /** The key that proves the list in terminal.db. */
    key: base64,
    people: z.array(
      z.strictObject({
        name: z.string(),
        role: z.enum(['cashier', 'manager']),
        salt: base64,
        pin: base64,
        /** True when the PIN has fewer than six digits. */
        short: z.boolean(),
      }),
    ),
    /** The limits as JSON; null if nobody has set any. */
    limits: z.string().nullable(),
    /** The time of a restore that no manager has acknowledged yet, in milliseconds since 1970. */
    alteration: z.strictObject({ at: z.int(), why: z.enum(alterations) }).optional(),
  }),
});

/** A whole pair, under a name that is known before the pair is issued. */
export const pairForm = storedForm({
  name: 'credential-pair',
  schema: z.strictObject({ csid: z.string(), requestId: z.string(), secret: z.string() }),
});

/**
 * The way on which an environment's pairs are sent, and nowhere else. It is in the vault with them, because the settings
 * are in a file that others may be able to change.
 */
export const gatewayWay = storedForm({
  name: 'gateway-way',
  schema: z.strictObject({
    /** The base address of the gateway. */
    address: z.string(),
    proxy: proxyChoiceSchema,
    /** The name at the proxy; absent for a proxy that needs none. */
    user: z.string().optional(),
    /** The certificates, in PEM, of authorities that are trusted in addition to the usual ones. */
    authorities: z.array(z.string()),
  }),
});
export type GatewayWay = z.infer<(typeof gatewayWay)['schema']>;

/** The password for a proxy, which goes to no other proxy. */
export const proxyPassword = storedForm({
  name: 'proxy-password',
  schema: z.strictObject({ proxy: z.string(), password: z.string() }),
});

/** The pinned certificates of the head office. */
export const certificatePins = storedForm({
  name: 'certificate-pins',
  schema: z.object({
    pins: z.array(z.string()).min(1),
    /**
     * The time at which the office signed the pins, by its clock, but at most the time at which they arrived; seconds
     * since 1970. 0 for the pins of the enrolment.
     */
    at: z.int().nonnegative(),
  }),
});

/** The office's key for orders, and the number of the last accepted order. */
export const orderPin = storedForm({
  name: 'order-pin',
  schema: z.object({ key: orderKeySchema, last: z.int().nonnegative() }),
});

/** The till's own key for its head office, as a JWK. */
export const tillKey = storedForm({
  name: 'till-key',
  schema: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.base64url(),
    y: z.base64url(),
    d: z.base64url(),
  }),
});
