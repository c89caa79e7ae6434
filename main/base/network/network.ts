import type { NetworkUse, NetworkView, ProxyChoice } from '../../../shared/contract/terminal/network.ts';
import { fail } from '../../../shared/failure.ts';
import { isThisMachine } from '../../../shared/values/web-address.ts';
import type { Policy } from '../platform/policy/read-policy.ts';
import type { Settings } from '../platform/settings.ts';
import type { SecretStore } from '../vault/secret-store.ts';
import { createAgents } from './agents.ts';
import { createAuthorities } from './authorities.ts';
import { createNetworkSettings } from './network-settings.ts';
import { outgoingFetch } from './outgoing-fetch.ts';
import { createProxyPasswords } from './proxy-passwords.ts';
import type { ServerCheck } from './server-check.ts';
import { type ResolveProxy, systemProxy } from './system-proxy.ts';
import type { ProxyRoute } from './tunnel.ts';

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

/** The way of a connection: its proxy, and the certificates that are trusted in addition to the usual ones. */
export interface NetworkWay {
  readonly proxy: ProxyChoice;
  /** The name at the proxy. */
  readonly user?: string | undefined;
  /** PEM. */
  readonly certificates: readonly string[];
}

/** The network settings of one environment: its proxy, and the certificates it trusts in addition to the usual ones. */
export function createNetwork(options: NetworkOptions) {
  const { settings, policy, fetch, resolveProxy, env = process.env } = options;
  const usual = createAgents(undefined);

  const stored = createNetworkSettings(settings, options.onChange);
  const authorities = createAuthorities(stored, policy);
  const { certificatesFor } = authorities;
  const passwords = createProxyPasswords(options);

  /** Returns the route through a proxy; undefined for a direct connection. @param chosen the settings' by default */
  async function proxyFor(
    url: URL,
    chosen: Pick<NetworkWay, 'proxy' | 'user'> = stored.read(),
  ): Promise<ProxyRoute | undefined> {
    if (url.protocol !== 'https:' || isThisMachine(url.hostname)) return undefined;
    const { user } = chosen;
    const choice = policy.proxy ?? chosen.proxy;
    if (choice === 'none') return undefined;
    const address = choice === 'system' ? await systemProxy(url, env, resolveProxy) : choice;
    if (address === undefined) return undefined;
    // A variable may contain credentials; those set here take precedence.
    const inAddress = credentialsIn(address);
    const password = user === undefined ? inAddress.password : await passwords.forProxy(choice);
    return { address: inAddress.origin, user: user ?? inAddress.user, password };
  }

  /** @param wayNow returns the way of each call, as it is then */
  function fetchOver(wayNow: () => NetworkWay, check?: ServerCheck): typeof globalThis.fetch {
    const agents = check === undefined ? usual : createAgents(check);
    return async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const { certificates, ...chosen } = wayNow();
      const proxy = await proxyFor(url, chosen);
      const isUsual = check === undefined && proxy === undefined && certificates.length === 0;
      if (url.protocol !== 'https:' || isUsual) return fetch(input, init);
      return outgoingFetch(url, init ?? {}, agents.of(proxy, certificates));
    };
  }

  return {
    certificatesFor,
    proxyFor,
    /** Returns the fetch for calls of this use. @param check decides about certificates that are otherwise valid */
    fetchFor: (use: NetworkUse, check?: ServerCheck): typeof globalThis.fetch =>
      fetchOver(() => ({ ...stored.read(), certificates: certificatesFor(use) }), check),
    /**
     * Returns the connections over one way, whatever the settings say. What the administrator's policy sets comes
     * first, as everywhere.
     */
    via(way: NetworkWay) {
      const certificatesVia = (use: NetworkUse) => [...authorities.fromPolicy(use), ...way.certificates];
      return {
        proxyFor: (url: URL) => proxyFor(url, way),
        certificatesFor: certificatesVia,
        fetchFor: (use: NetworkUse) => fetchOver(() => ({ ...way, certificates: certificatesVia(use) })),
      };
    },
    async view(): Promise<NetworkView> {
      const { proxy, user } = stored.read();
      return {
        proxy: policy.proxy ?? proxy,
        proxyUser: user,
        hasProxyPassword: await passwords.isKept(),
        proxyFromPolicy: policy.proxy !== undefined,
        authorities: authorities.view(),
        policy: { file: policy.file, state: policy.state, why: policy.why },
      };
    },
    /** Sets the proxy. @throws FailureError `set-by-policy` when the policy sets it */
    async setProxy(proxy: ProxyChoice, user: string | undefined, password: string | null | undefined) {
      if (policy.proxy !== undefined) fail('set-by-policy');
      if (password === null || user === undefined) await passwords.remove();
      else await passwords.keep(proxy, password);
      stored.write({ ...stored.read(), proxy, user });
    },
    addAuthorities: authorities.add,
    removeAuthority: authorities.remove,
  };
}

export type Network = ReturnType<typeof createNetwork>;

function credentialsIn(address: string) {
  const { origin, username, password } = new URL(address);
  return {
    origin,
    user: username === '' ? undefined : decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}
