import {
  gatewayAddress,
  networkSetting,
  type StoredNetwork,
} from '../../../shared/stored/settings/environment.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';
import { type GatewayWay, gatewayWay } from '../../../shared/stored/vault/entries.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';

/*
 * A pair's secret goes to one address, through one proxy, to servers that certain authorities vouch for. The settings
 * say which, but they are in the ledger's file: somebody who may write that file could send the secret to a server of
 * their own. So the way is kept in the vault when the first pair is requested, and from then on the vault's copy
 * counts. A manager's change is written there, too.
 */

type Kept = Pick<Ledger, 'environment' | 'audit'> & { readonly settings: Pick<Settings, 'read' | 'write'> };

export interface GatewayWayOptions {
  readonly ledger: Kept;
  readonly secrets: Pick<SecretStore, 'get' | 'has' | 'set'>;
  readonly clock: Pick<Clock, 'now'>;
  /** The authority's own address. */
  readonly usualAddress: string;
}

const nameIn = (environment: string) => `${environment}/gateway`;

/** Returns the way that the settings state. */
export function statedWay(settings: Pick<Settings, 'read'>, usualAddress: string): GatewayWay {
  const { proxy, user, authorities } = settings.read(networkSetting);
  return {
    address: settings.read(gatewayAddress) ?? usualAddress,
    proxy,
    ...(user !== undefined && { user }),
    authorities: authorities
      .filter(({ uses }) => uses.includes('gateway'))
      .map(({ pem }) => pem)
      .toSorted(),
  };
}

/**
 * Reads the way from a vault; undefined before the first pair was requested.
 * @throws FailureError `vault-locked`, `vault-unavailable`, `stored-newer`, `stored-unreadable`
 */
export async function keptWay(
  secrets: Pick<SecretStore, 'get'>,
  environment: string,
): Promise<GatewayWay | undefined> {
  const text = await secrets.get(nameIn(environment));
  return text === undefined ? undefined : orFail(gatewayWay.read(text));
}

export const isSameWay = (one: GatewayWay, other: GatewayWay): boolean =>
  gatewayWay.write(one) === gatewayWay.write(other);

/** Returns network settings with the part of the way that they have; what serves other connections stays. */
export function withWay(
  network: StoredNetwork,
  { proxy, user, authorities }: Pick<GatewayWay, 'proxy' | 'user' | 'authorities'>,
): StoredNetwork {
  const others = network.authorities
    .map(({ pem, uses }) => ({ pem, uses: uses.filter((use) => use !== 'gateway') }))
    .filter(({ pem }) => !authorities.includes(pem));
  const ofWay = authorities.map((pem) => {
    const before = network.authorities.find((one) => one.pem === pem);
    return { pem, uses: [...new Set(['gateway' as const, ...(before?.uses ?? [])])] };
  });
  return {
    proxy,
    ...(user !== undefined && { user }),
    authorities: [...others.filter(({ uses }) => uses.length > 0), ...ofWay],
  };
}

/** The way of one environment's pairs, in the vault beside them. */
export function createGatewayWay({ ledger, secrets, clock, usualAddress }: GatewayWayOptions) {
  const { environment, settings, audit } = ledger;
  let kept: GatewayWay | undefined;

  const stated = () => statedWay(settings, usualAddress);
  const keep = (way: GatewayWay) => secrets.set(nameIn(environment), gatewayWay.write(way));

  /** The vault is read again whenever the settings say something else: another program may have changed both. */
  async function current(): Promise<GatewayWay | undefined> {
    if (kept !== undefined && isSameWay(kept, stated())) return kept;
    kept = await keptWay(secrets, environment);
    return kept;
  }

  async function hasPair(): Promise<boolean> {
    for (const stage of ['production', 'compliance'])
      if (await secrets.has(`${environment}/${stage}/`)) return true;
    return false;
  }

  /** Writes the vault's way into the settings, if they differ. */
  async function restore(): Promise<void> {
    const way = await current();
    const found = stated();
    if (way === undefined || isSameWay(way, found)) return;
    settings.write(gatewayAddress, way.address === usualAddress ? null : way.address);
    settings.write(networkSetting, withWay(settings.read(networkSetting), way));
    const { address, proxy, authorities } = found;
    audit.write({
      at: clock.now(),
      actor: 'terminal',
      action: 'network.restored',
      detail: { found: { address, proxy, authorities: authorities.length }, address: way.address },
    });
  }

  return {
    /**
     * Returns the way of a pair; undefined if none is kept, and then no pair may be sent.
     * @throws FailureError of the vault
     */
    current,
    restore,
    /**
     * Returns the way of a first request, which has a one-time password and no pair. While the vault has no pair, it
     * is the settings' way, and is kept before the request is sent.
     * @throws FailureError of the vault
     */
    async forRequest(): Promise<GatewayWay> {
      const way = await current();
      if (way !== undefined && (await hasPair())) return way;
      const first = stated();
      await keep(first);
      kept = first;
      return first;
    },
    /**
     * Makes a person's change of the settings, for the kept way as well. What was changed in them outside the program
     * is put right first, so that it does not become the way.
     */
    async change<T>(work: () => T | Promise<T>): Promise<T> {
      await restore();
      const isKept = kept !== undefined;
      const result = await work();
      if (isKept) await keep(stated());
      return result;
    },
  };
}
