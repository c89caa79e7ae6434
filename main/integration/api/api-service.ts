import type { ApiStatus } from '../../../shared/contract/programs/integration.ts';
import type { ApiSettings } from '../../../shared/stored/settings/integration.ts';
import { apiReported, apiRequests } from '../../../shared/stored/settings/integration.ts';
import { createSerialQueue } from '../../base/platform/serial-queue.ts';
import type { Settings } from '../../base/platform/settings.ts';
import { createSharedSettings } from '../store/shared-settings.ts';
import type { TlsIdentity } from './api-server.ts';
import { createApiSettings } from './api-settings.ts';
import { createIdentities, type KeyStore } from './identities.ts';
import { createListener, type ListenerOptions } from './listener.ts';
import { checkIdentity, makeServerCertificate, ownNames } from './server-certificate.ts';

export interface ApiServiceOptions extends ListenerOptions {
  readonly settings: Settings;
  readonly secrets: KeyStore;
  /** The beginning of the names of keys in the vault, for instance `training/integration/tls-key`. */
  readonly keyName: string;
  /** Returns false while another program leads the folder, which then listens. */
  readonly leads?: (() => boolean) | undefined;
}

/** The number of milliseconds between two checks whether the certificate has to be renewed. */
const pollIntervalMs = 6 * 3_600_000;

const forms = { requests: apiRequests, reported: apiReported };
const nothing = { addresses: [], failure: undefined };

function statusOf(
  { enabled, port, network }: ApiSettings,
  { addresses, failure }: Pick<ApiStatus, 'addresses' | 'failure'>,
  certificate: ApiStatus['certificate'],
): ApiStatus {
  return {
    enabled,
    port,
    network,
    addresses,
    ...(failure !== undefined && { failure }),
    ...(certificate && { certificate }),
  };
}

interface RenewalsOptions extends Pick<ApiServiceOptions, 'clock' | 'onError'> {
  readonly inOrder: (work: () => Promise<void>) => Promise<void>;
  readonly isNeeded: () => boolean;
  readonly renew: () => Promise<void>;
}

function createRenewals({ clock, inOrder, isNeeded, renew, onError }: RenewalsOptions) {
  let cancel = () => {};

  function lookLater(): void {
    cancel();
    if (isNeeded()) cancel = clock.after(pollIntervalMs, () => void inOrder(look));
  }

  async function look(): Promise<void> {
    await renew().catch(onError);
    lookLater();
  }

  return { lookLater, cancel: () => cancel() };
}

/** The API from the manager's point of view: on or off, its address, and its certificate. */
export function createApiService(options: ApiServiceOptions) {
  const { settings: stored, secrets, keyName, clock, onError, leads = () => true } = options;
  const settings = createApiSettings(stored);
  const between = createSharedSettings(forms, { settings: stored, clock, leads, onError });
  const identities = createIdentities(settings, secrets, keyName, clock);
  const listener = createListener(options, settings, async () => {
    await identities.renew();
    return identities.current();
  });
  /** Changes run one after the other: two at once would leave two servers. */
  const { run: inOrder } = createSerialQueue();
  const listening = () => ({ addresses: listener.addresses, failure: listener.failure });
  const renewals = createRenewals({
    clock,
    inOrder,
    isNeeded: () => listener.isListening && settings.get().network,
    async renew() {
      if (!listener.isListening || !(await identities.renew())) return;
      await listener.restart();
      between.say(listening());
    },
    onError,
  });

  function status(): ApiStatus {
    const where = between.leads ? listener : (between.reported() ?? nothing);
    return statusOf(settings.get(), where, identities.describe());
  }

  async function restart(): Promise<ApiStatus> {
    await between.work(() => listener.restart().then(listening));
    renewals.lookLater();
    return status();
  }

  /** Listens according to the changed settings, here or in the program that leads. */
  async function apply(): Promise<ApiStatus> {
    if (between.leads) return restart();
    const answer = await between.ask();
    if (answer !== undefined) return { ...status(), ...answer };
    // The settings are saved, but no program uses them yet.
    return { ...status(), addresses: [], failure: 'terminal-busy' };
  }

  /** The end of the certificate for the network, if that is soon or past; milliseconds since 1970. */
  function certificateEnd(): number | undefined {
    const { enabled, network } = settings.get();
    const certificate = enabled && network ? identities.describe() : undefined;
    return certificate?.isEnding ? Date.parse(certificate.validTo) : undefined;
  }

  return {
    status,
    certificateEnd,
    /** Listens as the settings say; the status has the reason if it cannot listen. Called once at start. */
    start: () => inOrder(restart),
    set: (change: { enabled: boolean; port: number; network: boolean }) =>
      inOrder(() => {
        settings.change(change);
        return apply();
      }),
    /** Changes the certificate. @throws FailureError `bad-input`, `vault-unavailable` */
    setCertificate: (input: { source: 'own' } | ({ source: 'supplied' } & TlsIdentity)) =>
      inOrder(async () => {
        if (input.source === 'supplied') checkIdentity(input);
        const { certificate, privateKey } =
          input.source === 'supplied' ? input : makeServerCertificate(ownNames(), clock.now());
        await identities.use(input.source, { certificate, privateKey });
        return apply();
      }),
    applyChanges: () => inOrder(() => between.applyChanges(restart)),
    stop: () =>
      inOrder(async () => {
        renewals.cancel();
        const wasListening = listener.isListening;
        await listener.close();
        if (wasListening) between.say(nothing);
      }),
  };
}
