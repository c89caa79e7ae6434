import * as z from 'zod';
import { always, command } from './command.ts';

/** Who is called: the authority's gateway, receivers of webhooks, another integration layer. */
export const networkUses = ['gateway', 'receivers', 'remote'] as const;
export type NetworkUse = (typeof networkUses)[number];

/** `system`: as this machine is set up; `none`: straight; else the proxy's own address. */
export const proxyChoiceSchema = z.union([
  z.enum(['system', 'none']),
  z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((text) => isBareOrigin(text), 'must be http or https, a host and a port alone'),
]);
export type ProxyChoice = z.infer<typeof proxyChoiceSchema>;

function isBareOrigin(text: string): boolean {
  const { username, password, pathname, search, hash } = new URL(text);
  return username === '' && password === '' && pathname === '/' && search === '' && hash === '';
}

export const trustedAuthoritySchema = z.object({
  /** SHA-256 over the certificate, hex with colons. */
  fingerprint: z.string(),
  subject: z.string(),
  validTo: z.iso.datetime(),
  uses: z.array(z.enum(networkUses)),
  /** It comes from the machine's policy and cannot be removed here. */
  fromPolicy: z.boolean(),
});

export const networkViewSchema = z.object({
  proxy: proxyChoiceSchema,
  proxyUser: z.string().optional(),
  hasProxyPassword: z.boolean(),
  /** The policy says which proxy: it cannot be set here. */
  proxyFromPolicy: z.boolean(),
  /** Trusted beside those that the program brings; these are never left out. */
  authorities: z.array(trustedAuthoritySchema),
  /** The file that whoever manages this machine may write, and whether it is there and can be read. */
  policy: z.object({
    file: z.string(),
    state: z.enum(['none', 'in-force', 'broken']),
    why: z.string().optional(),
  }),
});
export type NetworkView = z.infer<typeof networkViewSchema>;

const none = z.strictObject({});

/** The way out of the environment on the screen. */
export const network = {
  'network.get': command({ role: 'manager', input: none, output: networkViewSchema }),
  /** `password`: absent leaves it as it is, null takes it away. Fails with `not-allowed` where the policy says it. */
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
  /** Trusts the certificates of authorities in a PEM text, for these uses. */
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
