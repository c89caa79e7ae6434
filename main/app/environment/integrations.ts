import path from 'node:path';
import type { Alarm } from '../../../shared/alarm.ts';
import type { Company } from '../../../shared/company.ts';
import { type IntegrationPart, integrationParts } from '../../../shared/contract/events.ts';
import { inboundPath } from '../../../shared/contract/programs/remote.ts';
import { fail } from '../../../shared/failure.ts';
import { lookup } from '../../base/network/addresses.ts';
import type { Network } from '../../base/network/network.ts';
import { closeTogether } from '../../base/platform/close-in-order.ts';
import { type Changes, createChanges, type Mark } from '../../books/ledger/database/changes.ts';
import { commitsOfOthers, type Database } from '../../books/ledger/database/database.ts';
import { documentFileName } from '../../document/invoice/document-file-name.ts';
import { type ApiOptions, createApi } from '../../integration/api/api.ts';
import { createInbound } from '../../integration/inbound/inbound.ts';
import { addInboundRoutes } from '../../integration/inbound/routes.ts';
import { createRemote } from '../../integration/remote/remote.ts';
import { openIntegrationStore } from '../../integration/store/integration-store.ts';
import { ledgerSources } from '../../integration/webhooks/ledger-sources.ts';
import { createWebhookSender } from '../../integration/webhooks/sender.ts';
import type { Receipts } from '../../till/receipts/receipts.ts';
import type { EnvironmentContext } from './context.ts';

export interface IntegrationsOptions
  extends Pick<
    EnvironmentContext,
    'ledger' | 'folder' | 'secrets' | 'clock' | 'random' | 'version' | 'events'
  > {
  readonly issue: ApiOptions['issue'];
  readonly reissue: ApiOptions['reissue'];
  readonly preview: ApiOptions['preview'];
  readonly intake: ApiOptions['intake'];
  readonly company: () => Company | undefined;
  readonly receipts: Pick<Receipts, 'pdf'>;
  readonly network: Pick<Network, 'fetchFor' | 'certificatesFor' | 'proxyFor'>;
  /** The address of training's authority; undefined in simulation and production. */
  readonly sandbox: string | undefined;
  /** Returns true when no other process leads this folder. */
  readonly isLeader: () => boolean;
  readonly mayLetIn: ApiOptions['mayLetIn'];
  readonly onError: (error: unknown) => void;
}

/** The file in the environment's folder, beside its ledger. */
export const integrationFile = 'integration.db';

/** The number of milliseconds that each part may take to stop: less than the environment allows for all of them. */
const partMs = 4_000;

/**
 * Opens the connections between this terminal and other programs: the API, the drop folder, webhooks, inbound documents
 * and a remote system.
 * @throws FailureError when integration.db cannot be opened
 */
export function openIntegrations(options: IntegrationsOptions) {
  const database = openIntegrationStore(path.join(options.folder, integrationFile));
  try {
    return buildIntegrations(options, database);
  } catch (error) {
    database.close();
    throw error;
  }
}

export type Integrations = ReturnType<typeof openIntegrations>;

type Changed = (part: IntegrationPart) => void;

/** Builds the parts, not started. @param changed called with each part that a screen would now show differently */
function buildParts(
  options: IntegrationsOptions,
  { database, changes }: { readonly database: Database; readonly changes: Changes },
  changed: Changed,
) {
  const { ledger, folder, secrets, company, receipts, clock, random, network, onError } = options;
  const { environment } = ledger;
  const isTraining = environment === 'training';
  const shared = { database, changes, secrets, vaultPrefix: environment, clock, onError };

  const webhooks = createWebhookSender({
    ...shared,
    sources: ledgerSources(ledger),
    random,
    lookup,
    certificates: () => network.certificatesFor('receivers'),
    proxyFor: network.proxyFor,
    plainToLoopback: isTraining,
    onChange: () => changed('webhooks'),
    onGone({ id, url }) {
      const detail = { endpoint: id, url };
      ledger.audit.write({ at: clock.now(), actor: 'terminal', action: 'webhook.gone', detail });
      options.events.emit({ type: 'health-changed' });
    },
  });
  const inbound = createInbound({
    ...shared,
    onChange: () => changed('remote'),
    onEvents: () => changed('inbound'),
  });
  const remote = createRemote({
    ...shared,
    invoices: inbound.invoices,
    fetch: network.fetchFor('remote'),
    plainToLoopback: isTraining,
    onChange: () => changed('remote'),
  });
  const api = createApi({
    database,
    environment,
    ledger,
    secrets,
    clock,
    version: options.version,
    issue: options.issue,
    reissue: options.reissue,
    preview: options.preview,
    intake: options.intake,
    sandbox: options.sandbox,
    onError,
    leads: options.isLeader,
    mayLetIn: options.mayLetIn,
    onEnded({ clientId: client, person }, actor) {
      const detail = { client, person };
      ledger.audit.write({ at: clock.now(), actor, action: 'integration.approval-ended', detail });
    },
    onApprovals: () => changed('programs'),
    onService: () => changed('api'),
    onDropFolder: () => changed('dropFolder'),
    fileName: (entry) => documentFileName((company() ?? fail('no-company')).vatNumber, entry),
    webhooks,
    pdf: async (uuid) => (await receipts.pdf(uuid))?.bytes,
    onBatch: ({ id, issued, refused }) =>
      webhooks.announce({
        kind: 'batchFinished',
        source: `batch:drop-folder:${id}`,
        at: clock.now(),
        data: () => ({ environment, from: 'drop-folder', issued, refused }),
      }),
    defaultDropFolder: path.join(folder, 'drop'),
    dataFolder: path.dirname(folder),
    routes: (app) => addInboundRoutes(app, { inbound, path: inboundPath, plainFromLoopback: isTraining }),
  });
  return { webhooks, inbound, remote, api };
}

interface Followed {
  readonly integrations: Mark;
  readonly onIntegrations: () => void;
  readonly onDocuments: () => void;
}

/** Follows what other programs write. @returns a function that ends this */
function follow(
  { ledger, clock, onError }: Pick<IntegrationsOptions, 'ledger' | 'clock' | 'onError'>,
  changes: Changes,
  { integrations, onIntegrations, onDocuments }: Followed,
): () => void {
  const stops = [
    changes.follow(
      'the screens of the integrations, the port of the API, the drop folder',
      integrations,
      onIntegrations,
    ),
    changes.watch(clock, onError),
    ledger.changes.follow(
      'the events that receivers get',
      () => String(ledger.commitsOfOthers()),
      onDocuments,
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function buildIntegrations(options: IntegrationsOptions, database: Database) {
  const { ledger, clock, events, onError } = options;
  const { environment } = ledger;
  const changed: Changed = (part) => events.emit({ type: 'integrations-changed', part });
  const changes = createChanges(database);
  const { webhooks, inbound, remote, api } = buildParts(options, { database, changes }, changed);
  let started = false;
  const stopFollowing = follow(options, changes, {
    integrations: () => String(commitsOfOthers(database)),
    onIntegrations() {
      integrationParts.forEach(changed);
      if (!started) return;
      // Another program added a receiver, or changed what is served here.
      webhooks.wake();
      void api.applyChanges();
    },
    // Only this program calls the receivers, even about documents that another program issued or sent.
    onDocuments: () => started && webhooks.wake(),
  });
  let closed = false;

  return {
    api,
    webhooks,
    inbound,
    remote,
    /** Starts the parts that a manager has turned on; the vault must be open. Called in only one process of a folder. */
    async start() {
      if (started) return;
      started = true;
      webhooks.start();
      inbound.start();
      remote.start();
      api.oauth.endLeft();
      await api.start();
    },
    changed: (parts: readonly IntegrationPart[]) => parts.forEach(changed),
    /**
     * Makes changes in one transaction together with the lines that they write into the audit log. The log is another
     * database, whose commit comes first: nothing takes effect without its line.
     */
    recorded: <T>(work: () => T): T => database.transaction(work).immediate(),
    /** Notes that a document was issued, or that the state of its submission changed. */
    invoiceChanged(uuid: string) {
      if (!started) return;
      api.invoiceChanged(uuid);
      webhooks.wake();
    },
    credentialIssued(serial: string, at: number) {
      webhooks.announce({
        kind: 'certificateOnboarded',
        source: `certificate:${serial}`,
        at,
        data: () => ({ environment, serial }),
      });
    },
    alarmed(alarm: Alarm, at: number) {
      if (alarm.kind !== 'deadline' && alarm.kind !== 'late') return;
      const source = `alarm:${alarm.kind}:${at}`;
      const data = () => ({ environment, ...deadlineFacts(alarm, at) });
      webhooks.announce({ kind: 'deadlineAlarm', source, at, data });
    },
    /** @param now milliseconds since 1970 */
    alarms(now: number): Alarm[] {
      // The environment's other work is still ending and may ask for the alarms.
      if (closed) return [];
      return [...certificateAlarms(api.certificateEnd(), now), ...webhooks.alarms(now)];
    },
    async stop() {
      stopFollowing();
      await closeTogether(
        { api: api.stop, webhooks: webhooks.stop, inbound: inbound.stop, remote: remote.stop },
        { clock, onError, withinMs: partMs },
      );
      closed = true;
      database.close();
    },
  };
}

/** Returns the facts of the event about deadlines. @param at the time of the alarm, in milliseconds since 1970 */
function deadlineFacts(alarm: Extract<Alarm, { kind: 'deadline' | 'late' }>, at: number) {
  const { kind, level, count, nearestDeadline, number: invoiceId, uuid: invoiceUuid } = alarm;
  const left = (Date.parse(nearestDeadline) - at) / 3_600_000;
  const hours =
    kind === 'deadline'
      ? { hoursLeft: Math.max(0, Math.ceil(left)) }
      : { hoursOver: Math.max(0, Math.floor(-left)) };
  return { kind, level, count, ...hours, nearestDeadline, invoiceId, invoiceUuid };
}

/** Returns the alarm about the certificate of the API server. @param end, now milliseconds since 1970 */
function certificateAlarms(end: number | undefined, now: number): Alarm[] {
  if (end === undefined) return [];
  const hasEnded = end <= now;
  const why = hasEnded ? 'certificate-ended' : 'certificate-ends';
  return [{ kind: 'integrations', level: hasEnded ? 'red' : 'amber', why }];
}
