import { X509Certificate } from 'node:crypto';
import * as https from 'node:https';
import { rootCertificates } from 'node:tls';
import * as z from 'zod';
import {
  type NetworkUse,
  type NetworkView,
  networkUses,
  type ProxyChoice,
  proxyChoiceSchema,
} from '../../shared/contract/network.ts';
import { fail } from '../../shared/failure.ts';
import type { Settings } from '../platform/settings.ts';
import type { SecretStore } from '../vault/secret-store.ts';
import { outgoingFetch } from './outgoing-fetch.ts';
import type { Policy } from './policy.ts';
import { type ResolveProxy, systemProxy } from './system-proxy.ts';
import { type ProxyWay, TunnelAgent } from './tunnel.ts';

/** The network settings of one environment: its proxy, and the certificates it trusts in addition to the usual ones. */
export interface Network {
  /** Returns the fetch for calls of this use. */
  fetchFor(use: NetworkUse): typeof globalThis.fetch;
  /** PEM of the additional authorities trusted for this use. */
  certificatesFor(use: NetworkUse): readonly string[];
  /** Returns undefined for a direct connection. */
  proxyFor(url: URL): Promise<ProxyWay | undefined>;
  view(): Promise<NetworkView>;
  /** @throws FailureError `not-allowed` when the policy sets the proxy */
  setProxy(proxy: ProxyChoice, user: string | undefined, password: string | null | undefined): Promise<void>;
  /** @throws FailureError `bad-input` for anything but authorities' certificates */
  addAuthorities(pem: string, uses: readonly NetworkUse[]): void;
  /** @throws FailureError `not-found` */
  removeAuthority(fingerprint: string): void;
}

export interface NetworkOptions {
  readonly settings: Settings;
  readonly secrets: SecretStore;
  /** The name of the proxy's password in the vault. */
  readonly passwordName: string;
  readonly policy: Policy;
  /** The fetch for a direct connection with the usual authorities. */
  readonly fetch: typeof globalThis.fetch;
  readonly resolveProxy?: ResolveProxy | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
}

const keptSchema = z.object({
  proxy: proxyChoiceSchema.default('system'),
  user: z.string().optional(),
  authorities: z.array(z.object({ pem: z.string(), uses: z.array(z.enum(networkUses)) })).default([]),
});
const setting = 'network';

export function createNetwork(options: NetworkOptions): Network {
  const { settings, secrets, passwordName, policy, fetch, resolveProxy, env = process.env } = options;
  /** One agent for each route, so that connections stay open. */
  const agents = new Map<string, https.Agent>();

  const kept = () => keptSchema.parse(settings.get(setting) ?? {});

  function authorities() {
    return [
      ...policy.authorities.map((one) => ({ ...one, fromPolicy: true })),
      ...kept().authorities.map((one) => ({ ...one, fromPolicy: false })),
    ];
  }

  const certificatesFor = (use: NetworkUse) =>
    authorities()
      .filter(({ uses }) => uses.includes(use))
      .map(({ pem }) => pem);

  async function proxyFor(url: URL): Promise<ProxyWay | undefined> {
    if (url.protocol !== 'https:' || isLoopback(url.hostname)) return undefined;
    const { proxy: own, user } = kept();
    const choice = policy.proxy ?? own;
    if (choice === 'none') return undefined;
    const address = choice === 'system' ? await systemProxy(url, env, resolveProxy) : choice;
    if (address === undefined) return undefined;
    const bare = new URL(address);
    // A variable may contain credentials; those set here take precedence.
    const named = bare.username === '' ? undefined : decodeURIComponent(bare.username);
    const password = user === undefined ? decodeURIComponent(bare.password) : await secrets.get(passwordName);
    return { address: bare.origin, user: user ?? named, password };
  }

  function agentFor(proxy: ProxyWay | undefined, certificates: readonly string[]): https.Agent {
    const key = JSON.stringify([proxy, certificates]);
    const known = agents.get(key);
    if (known !== undefined) return known;
    const trust = certificates.length > 0 ? { ca: [...rootCertificates, ...certificates] } : {};
    const agent =
      proxy === undefined
        ? new https.Agent({ keepAlive: true, ...trust })
        : new TunnelAgent(proxy, { keepAlive: true, ...trust });
    agents.set(key, agent);
    return agent;
  }

  return {
    certificatesFor,
    proxyFor,
    fetchFor: (use) => async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const certificates = certificatesFor(use);
      const proxy = await proxyFor(url);
      if (url.protocol !== 'https:' || (proxy === undefined && certificates.length === 0))
        return fetch(input, init);
      return outgoingFetch(url, init ?? {}, agentFor(proxy, certificates));
    },
    async view() {
      const { proxy, user } = kept();
      return {
        proxy: policy.proxy ?? proxy,
        proxyUser: user,
        hasProxyPassword: (await secrets.get(passwordName).catch(() => undefined)) !== undefined,
        proxyFromPolicy: policy.proxy !== undefined,
        authorities: authorities().flatMap(({ pem, uses, fromPolicy }) =>
          certificatesIn(pem).map((one) => ({ ...authorityView(one), uses: [...uses], fromPolicy })),
        ),
        policy: { file: policy.file, state: policy.state, why: policy.why },
      };
    },
    async setProxy(proxy, user, password) {
      if (policy.proxy !== undefined) fail('not-allowed');
      if (password === null || user === undefined) await secrets.delete(passwordName);
      else if (password !== undefined) await secrets.set(passwordName, password);
      settings.set(setting, { ...kept(), proxy, user });
    },
    addAuthorities(pem, uses) {
      const added = certificatesIn(pem);
      const refuse = (code: string, message: string) =>
        fail('bad-input', { issues: [{ path: ['pem'], code, message }] });
      if (added.length === 0) refuse('no-certificate', 'is no certificate in PEM');
      // A server's certificate cannot vouch for others; a self-signed one may vouch for itself.
      if (added.some((one) => !one.ca && one.issuer !== one.subject))
        refuse('no-authority', 'is not the certificate of an authority');
      const { authorities: before, ...rest } = kept();
      const names = added.map(({ fingerprint256 }) => fingerprint256);
      const others = before.filter(
        (one) => !names.includes(certificatesIn(one.pem)[0]?.fingerprint256 ?? ''),
      );
      const more = added.map((one) => ({ pem: one.toString(), uses: [...uses] }));
      settings.set(setting, { ...rest, authorities: [...others, ...more] });
    },
    removeAuthority(fingerprint) {
      const { authorities: before, ...rest } = kept();
      const left = before.filter((one) => certificatesIn(one.pem)[0]?.fingerprint256 !== fingerprint);
      if (left.length === before.length) fail('not-found');
      settings.set(setting, { ...rest, authorities: left });
    },
  };
}

function authorityView(certificate: X509Certificate) {
  return {
    fingerprint: certificate.fingerprint256,
    subject: certificate.subject.split('\n').join(', '),
    validTo: new Date(certificate.validTo).toISOString(),
  };
}

/** Returns the certificates in a PEM text; none if one of them is damaged. */
function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return [];
  }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
