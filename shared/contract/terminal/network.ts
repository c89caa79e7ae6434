import * as z from 'zod';
import { codedIssue } from '../../fields.ts';
import { always, command } from '../command.ts';

/**
 * Destinations of connections: the authority's gateway, webhook receivers, another integration layer, the server of
 * updates, the head office.
 */
export const networkUses = ['gateway', 'receivers', 'remote', 'updates', 'office'] as const;
export type NetworkUse = (typeof networkUses)[number];

/** `system`: this machine's settings; `none`: a direct connection; otherwise the proxy's address. */
export const proxyChoiceSchema = z.union([
  z.enum(['system', 'none']),
  z
    .string()
    .max(500)
    .refine(
      (text) => isBareOrigin(text),
      codedIssue('proxy-address', 'must be http or https, a host and a port alone'),
    ),
]);
export type ProxyChoice = z.infer<typeof proxyChoiceSchema>;

function isBareOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && pathname === '/' && `${username}${password}${search}${hash}` === '';
}

export const trustedAuthoritySchema = z.object({
  /** SHA-256 of the certificate, hex with colons. */
  fingerprint: z.string(),
  subject: z.string(),
  validTo: z.iso.datetime(),
  uses: z.array(z.enum(networkUses)),
  /** True when it comes from the machine's policy and cannot be removed here. */
  fromPolicy: z.boolean(),
});

export const networkViewSchema = z.object({
  proxy: proxyChoiceSchema,
  proxyUser: z.string().optional(),
  hasProxyPassword: z.boolean(),
  /** True when the policy sets the proxy, which then cannot be changed here. */
  proxyFromPolicy: z.boolean(),
  /** Authorities that are trusted in addition to the built-in ones, which always apply. */
  authorities: z.array(trustedAuthoritySchema),
  /** The policy file that the machine's administrator may write, and its state: missing, readable or not. */
  policy: z.object({
    file: z.string(),
    state: z.enum(['none', 'in-force', 'broken']),
    why: z.string().optional(),
  }),
});
export type NetworkView = z.infer<typeof networkViewSchema>;

/** Network settings of the environment on the screen. */
export const network = {
  'network.get': command({ role: 'manager', output: networkViewSchema }),
  /**
   * Sets the proxy. If `password` is absent, the present one stays; null removes it. Fails with `set-by-policy` when
   * the policy sets the proxy.
   */
  'network.setProxy': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      proxy: proxyChoiceSchema,
      user: z
        .string()
        .max(200)
        .regex(/^[^:\p{Cc}]+$/u)
        .optional(),
      password: z
        .string()
        .min(1)
        .max(500)
        .regex(/^\P{Cc}+$/u)
        .nullable()
        .optional(),
    }),
    output: networkViewSchema,
  }),
  /** Trusts the certificates of authorities in a PEM text for these uses. */
  'network.addAuthority': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      pem: z.string().max(200_000),
      uses: z
        .array(z.enum(networkUses))
        .min(1)
        .default([...networkUses]),
    }),
    output: networkViewSchema,
  }),
  'network.removeAuthority': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ fingerprint: z.string().max(200) }),
    output: networkViewSchema,
  }),
};
