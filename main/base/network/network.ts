import * as https from 'node:https';
import { rootCertificates } from 'node:tls';
import type { NetworkUse, NetworkView, ProxyChoice } from '../../../shared/contract/terminal/network.ts';
import { fail } from '../../../shared/failure.ts';
import { isThisMachine } from '../../../shared/values/web-address.ts';
import type { Policy } from '../platform/policy/read-policy.ts';
import type { Settings } from '../platform/settings.ts';
import type { SecretStore } from '../vault/secret-store.ts';
import { createAuthorities } from './authorities.ts';
import { createNetworkSettings } from './network-settings.ts';
import { outgoingFetch } from './outgoing-fetch.ts';
import { identityCheck, type ServerCheck } from './server-check.ts';
import { type ResolveProxy, systemProxy } from './system-proxy.ts';
import { type ProxyRoute, TunnelAgent } from './tunnel.ts';

export interface NetworkOptions {
  readonly settings: Pick<Settings, 'read' | 'write'>;
  readonly secrets: SecretStore;
  /** The name of the proxy's password in the vault. */
  readonly passwordName: string;
  readonly policy: Policy;
  /** The fetch for a direct connection with the usual authorities. */
  readonly fetch: typeof globalThis.fetch;
  readonly resolveProxy?: ResolveProxy | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly onChange?: (() => void) | undefined;
}

/** Each check has its own agents, one for each route, so that it has checked every connection that is used. */
interface Checked {
  readonly check: ServerCheck | undefined;
  readonly agents: Map<string, https.Agent>;
}

/** The network settings of one environment: its proxy, and the certificates it trusts in addition to the usual ones. */
export function createNetwork(options: NetworkOptions) {
  const { settings, secrets, passwordName, policy, fetch, resolveProxy, env = process.env } = options;
  const usual = new Map<string, https.Agent>();

  const stored = createNetworkSettings(settings, options.onChange);
  const authorities = createAuthorities(stored, policy);
  const { certificatesFor } = authorities;

  /** Returns the route through a proxy; undefined for a direct connection. */
  async function proxyFor(url: URL): Promise<ProxyRoute | undefined> {
    if (url.protocol !== 'https:' || isThisMachine(url.hostname)) return undefined;
    const { proxy: ownProxy, user } = stored.read();
    const choice = policy.proxy ?? ownProxy;
    if (choice === 'none') return undefined;
    const address = choice === 'system' ? await systemProxy(url, env, resolveProxy) : choice;
    if (address === undefined) return undefined;
    const bare = new URL(address);
    // A variable may contain credentials; those set here take precedence.
    const named = bare.username === '' ? undefined : decodeURIComponent(bare.username);
    const password = user === undefined ? decodeURIComponent(bare.password) : await secrets.get(passwordName);
    return { address: bare.origin, user: user ?? named, password };
  }

  function agentFor(
    proxy: ProxyRoute | undefined,
    certificates: readonly string[],
    { check, agents }: Checked,
  ): https.Agent {
    const key = JSON.stringify([proxy, certificates]);
    const existing = agents.get(key);
    if (existing !== undefined) return existing;
    const trust = {
      ...(certificates.length > 0 && { ca: [...rootCertificates, ...certificates] }),
      ...(check && { checkServerIdentity: identityCheck(check) }),
    };
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
    /** Returns the fetch for calls of this use. @param check decides about certificates that are otherwise valid */
    fetchFor(use: NetworkUse, check?: ServerCheck): typeof globalThis.fetch {
      const checked = { check, agents: check === undefined ? usual : new Map<string, https.Agent>() };
      return async (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input);
        const certificates = certificatesFor(use);
        const proxy = await proxyFor(url);
        const isUsual = check === undefined && proxy === undefined && certificates.length === 0;
        if (url.protocol !== 'https:' || isUsual) return fetch(input, init);
        return outgoingFetch(url, init ?? {}, agentFor(proxy, certificates, checked));
      };
    },
    async view(): Promise<NetworkView> {
      const { proxy, user } = stored.read();
      return {
        proxy: policy.proxy ?? proxy,
        proxyUser: user,
        hasProxyPassword: (await secrets.get(passwordName).catch(() => undefined)) !== undefined,
        proxyFromPolicy: policy.proxy !== undefined,
        authorities: authorities.view(),
        policy: { file: policy.file, state: policy.state, why: policy.why },
      };
    },
    /** Sets the proxy. @throws FailureError `set-by-policy` when the policy sets it */
    async setProxy(proxy: ProxyChoice, user: string | undefined, password: string | null | undefined) {
      if (policy.proxy !== undefined) fail('set-by-policy');
      if (password === null || user === undefined) await secrets.delete(passwordName);
      else if (password !== undefined) await secrets.set(passwordName, password);
      stored.write({ ...stored.read(), proxy, user });
    },
    addAuthorities: authorities.add,
    removeAuthority: authorities.remove,
  };
}

export type Network = ReturnType<typeof createNetwork>;
