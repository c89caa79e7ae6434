import path from 'node:path';
import type { Alarm } from '../../shared/alarm.ts';
import type { Company } from '../../shared/company.ts';
import { receiverPath } from '../../shared/contract/exchange.ts';
import { fail } from '../../shared/failure.ts';
import type { Clock } from '../clock.ts';
import type { HandlersOf } from '../commands.ts';
import { documentFileName } from '../document-file-name.ts';
import { type ApiRoomOptions, createApiRoom } from '../integration/api/api-room.ts';
import { createReceiver } from '../integration/receiver/receiver.ts';
import { addReceiverRoutes } from '../integration/receiver/routes.ts';
import { createExchangeHandlers } from '../integration/remote/handlers.ts';
import { createRemote } from '../integration/remote/remote.ts';
import { openIntegrationStore } from '../integration/store/integration-store.ts';
import { lookup } from '../integration/webhooks/addresses.ts';
import { createWebhookHandlers } from '../integration/webhooks/handlers.ts';
import { ledgerSources } from '../integration/webhooks/ledger-sources.ts';
import { createWebhookSender } from '../integration/webhooks/sender.ts';
import type { Database } from '../ledger/database.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Receipts } from '../receipt/receipts.ts';
import type { SecretStore } from '../vault/secret-store.ts';

export interface IntegrationsOptions {
  readonly ledger: Ledger;
  readonly folder: string;
  readonly secrets: SecretStore;
  readonly issue: ApiRoomOptions['issue'];
  readonly company: () => Company | undefined;
  readonly receipts: Pick<Receipts, 'pdf'>;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  /** Of the program. */
  readonly version: string;
  /** Which apps wait for a person's answer may be others now. */
  readonly onApprovals: () => void;
  readonly onError: (error: unknown) => void;
}

/** How other programs and this terminal know of each other: the API, the drop folder, webhooks out and in, another layer. */
export interface Integrations {
  readonly handlers: Omit<
    HandlersOf<'integration.' | 'webhook.' | 'receiver.' | 'remote.' | 'foreign.'>,
    'integration.reopen'
  >;
  /** Begins what the manager has turned on; the vault must be open. By one process of a folder alone. */
  start(): Promise<void>;
  /** A document was issued, or its submission moved. */
  invoiceChanged(uuid: string): void;
  /** A flow brought a production credential. */
  credentialIssued(serial: string, at: number): void;
  alarmed(alarm: Alarm, at: number): void;
  /** What a person must know of the integrations while it lasts. @param now milliseconds since 1970 */
  alarms(now: number): Alarm[];
  stop(): Promise<void>;
}

/** In the environment's folder, beside its ledger. */
export const integrationFile = 'integration.db';

/** @throws FailureError when integration.db cannot be opened */
export function openIntegrations(options: IntegrationsOptions): Integrations {
  const database = openIntegrationStore(path.join(options.folder, integrationFile));
  try {
    return workOn(options, database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function workOn(options: IntegrationsOptions, database: Database): Integrations {
  const { ledger, folder, secrets, company, receipts, clock, fetch, onError } = options;
  const { environment, audit } = ledger;
  const isTraining = environment === 'training';
  const now = () => clock.now();
  const shared = { database, secrets, vaultPrefix: environment, clock, onError };
  const nothing = () => undefined;

  const sender = createWebhookSender({
    ...shared,
    sources: ledgerSources(ledger),
    random: Math.random,
    lookup,
    plainToLoopback: isTraining,
    onChange: nothing,
  });
  const receiver = createReceiver({ ...shared, onChange: nothing });
  const remote = createRemote({
    ...shared,
    invoices: receiver.invoices,
    fetch,
    plainToLoopback: isTraining,
    onChange: nothing,
  });
  const api = createApiRoom({
    ...options,
    database,
    environment,
    audit,
    fileName: (entry) => documentFileName((company() ?? fail('no-company')).vatNumber, entry),
    pdf: async (uuid) => (await receipts.pdf(uuid))?.bytes,
    defaultDropFolder: path.join(folder, 'drop'),
    routes: (app) => addReceiverRoutes(app, { receiver, path: receiverPath, plainFromLoopback: isTraining }),
  });
  let started = false;
  let closed = false;

  return {
    handlers: {
      ...api.handlers,
      ...createWebhookHandlers({ sender, audit, now }),
      ...createExchangeHandlers({ receiver, remote, audit, now }),
    },
    async start() {
      if (started) return;
      started = true;
      sender.start();
      receiver.start();
      remote.start();
      await api.start();
    },
    invoiceChanged(uuid) {
      if (!started) return;
      api.invoiceChanged(uuid);
      sender.wake();
    },
    credentialIssued(serial, at) {
      sender.announce({
        kind: 'certificateOnboarded',
        source: `certificate:${serial}`,
        at,
        data: { environment, serial },
      });
    },
    alarmed({ kind, level, ...facts }, at) {
      if (kind !== 'deadline' && kind !== 'late') return;
      const count = 'count' in facts ? facts.count : 0;
      const source = `alarm:${kind}:${at}`;
      sender.announce({ kind: 'deadlineAlarm', source, at, data: { environment, kind, level, count } });
    },
    alarms(now) {
      // The environment's other work is still ending, and asks on.
      if (closed) return [];
      const end = api.certificateEnd();
      if (end === undefined) return [];
      const hasEnded = end <= now;
      const why = hasEnded ? 'certificate-ended' : 'certificate-ends';
      return [{ kind: 'integrations', level: hasEnded ? 'red' : 'amber', why }];
    },
    async stop() {
      await Promise.all([api.stop(), sender.stop(), receiver.stop(), remote.stop()]);
      closed = true;
      database.close();
    },
  };
}
