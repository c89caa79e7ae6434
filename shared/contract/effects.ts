import { type IntegrationPart, integrationParts } from './events.ts';
import type { CommandInput, CommandName, CommandOutput } from './index.ts';

/*
 * What every command does to what was read before. A command that is added to the contract is named here, or nothing
 * compiles: as a query, or with what it changes.
 */

/** Commands that only read: asked twice, they change nothing. */
export const queryNames = [
  'terminal.status',
  'terminal.onboarding',
  'people.list',
  'environment.list',
  'company.get',
  'credential.get',
  'network.get',
  'sale.price',
  'sale.priceCorrection',
  'item.find',
  'invoice.list',
  'invoice.get',
  'invoice.answers',
  'invoice.find',
  'invoice.sale',
  'invoice.xml',
  'invoice.returnable',
  'invoice.returnNote',
  'receipt.pdf',
  'receipt.settings',
  'receipt.printers',
  'maintenance.backups',
  'integration.clients.list',
  'integration.approvals',
  'integration.api.get',
  'integration.dropFolder.get',
  'integration.dropFolder.refused',
  'webhook.endpoints',
  'webhook.deliveries',
  'webhook.delivery',
  'webhook.settings',
  'inbound.get',
  'inbound.events',
  'remoteInvoice.list',
  'remote.get',
] as const satisfies readonly CommandName[];

export type QueryName = (typeof queryNames)[number];
/** The commands that change something. */
export type ChangeName = Exclude<CommandName, QueryName>;

const queries: ReadonlySet<string> = new Set(queryNames);

export const isQuery = (name: CommandName): name is QueryName => queries.has(name);

/** What to read again when something of one part of the integrations changed. */
export const integrationQueries: Readonly<Record<IntegrationPart, readonly QueryName[]>> = {
  programs: ['integration.clients.list', 'integration.approvals'],
  api: ['integration.api.get'],
  dropFolder: ['integration.dropFolder.get', 'integration.dropFolder.refused'],
  webhooks: ['webhook.endpoints', 'webhook.deliveries', 'webhook.delivery', 'webhook.settings'],
  inbound: ['inbound.get', 'inbound.events'],
  remote: ['remoteInvoice.list', 'remote.get'],
};

/**
 * The queries whose answers change without an event, some by the time alone: read again whenever a screen opens with
 * them.
 */
export const unannounced: readonly QueryName[] = [
  'environment.list',
  'network.get',
  'item.find',
  'invoice.get',
  'invoice.returnable',
  'receipt.printers',
  'integration.clients.list',
  'integration.api.get',
];

/** The queries without input that would answer the same as the command does. */
type SameAnswer<N extends CommandName> = {
  [Q in QueryName]: Record<string, never> extends CommandInput<Q>
    ? CommandOutput<N> extends CommandOutput<Q>
      ? Q
      : never
    : never;
}[QueryName];

export interface Effect<N extends ChangeName> {
  /** The query that the command's answer answers too. */
  readonly answers?: SameAnswer<N>;
  /** The queries to read anew, whatever their input was. */
  readonly rereads: readonly QueryName[];
}

/** What events tell of, or what no screen shows. */
const none = { rereads: [] } as const;

const credentialMoves = {
  answers: 'credential.get',
  // The list has some of the same, and which of the company's fields are fixed follows from it.
  rereads: ['environment.list', 'company.get'],
} as const;

const environmentMoves = { answers: 'environment.list', rereads: ['terminal.status'] } as const;

/** Who is signed in, and whether the people are known, is the status's to say. */
const peopleMove = { answers: 'people.list', rereads: ['terminal.status'] } as const;

const saidByStatus = { rereads: ['terminal.status'] } as const;

const endpointMoves = { rereads: ['webhook.endpoints', 'webhook.deliveries'] } as const;

const deliveryMoves = { rereads: ['webhook.deliveries', 'webhook.delivery'] } as const;

/** Invoices of the other layer come in with its settings. */
const remoteMoves = { answers: 'remote.get', rereads: ['remoteInvoice.list'] } as const;

/**
 * What each command changes. A failed one is taken to have changed the same: a part of it may be done. Holds for the
 * screen that gave the command; others learn of it by events.
 */
export const effects: { readonly [N in ChangeName]: Effect<N> } = {
  'terminal.setLanguage': none,
  'people.signIn': saidByStatus,
  'people.signOut': saidByStatus,
  'people.save': peopleMove,
  'people.remove': peopleMove,
  'people.acknowledge': saidByStatus,
  'people.recover': peopleMove,
  'session.touch': none,
  'session.confirm': none,
  'environment.show': environmentMoves,
  'environment.setAddress': environmentMoves,
  'environment.setVersion': environmentMoves,
  'vault.unlock': { rereads: ['terminal.status', 'environment.list'] },
  'vault.changePassphrase': saidByStatus,
  'company.save': { rereads: ['company.get', 'terminal.status'] },
  'credential.begin': credentialMoves,
  'credential.continue': credentialMoves,
  'credential.abandon': credentialMoves,
  'network.setProxy': { answers: 'network.get', rereads: [] },
  'network.addAuthority': { answers: 'network.get', rereads: [] },
  'network.removeAuthority': { answers: 'network.get', rereads: [] },
  'sale.issue': none,
  // The rejected document says what took its place; no event tells of that.
  'sale.correct': { rereads: ['invoice.get'] },
  'invoice.send': { rereads: ['invoice.get'] },
  'invoice.sendParked': saidByStatus,
  'receipt.print': none,
  'receipt.setSettings': { rereads: ['receipt.settings'] },
  'receipt.printTest': none,
  'clock.confirm': saidByStatus,
  'clock.correct': { rereads: ['terminal.status', 'invoice.list', 'invoice.get'] },
  'maintenance.setBackups': { answers: 'maintenance.backups', rereads: ['terminal.status'] },
  'maintenance.backUp': { answers: 'maintenance.backups', rereads: ['terminal.status'] },
  'maintenance.export': none,
  'maintenance.check': none,
  'maintenance.adoptPlace': saidByStatus,
  'maintenance.resumeIssuing': saidByStatus,
  'integration.clients.create': { rereads: ['integration.clients.list'] },
  'integration.clients.scope': { rereads: ['integration.clients.list'] },
  'integration.clients.rotate': { rereads: ['integration.clients.list'] },
  // What a revoked app waited for falls with it.
  'integration.clients.revoke': { rereads: ['integration.clients.list', 'integration.approvals'] },
  'integration.approve': { answers: 'integration.approvals', rereads: ['integration.clients.list'] },
  'integration.deny': { answers: 'integration.approvals', rereads: [] },
  'integration.api.set': { answers: 'integration.api.get', rereads: [] },
  'integration.api.certificate': { answers: 'integration.api.get', rereads: [] },
  'integration.dropFolder.set': {
    answers: 'integration.dropFolder.get',
    rereads: ['integration.dropFolder.refused'],
  },
  // Nothing of the integrations could be read until now.
  'integration.reopen': {
    rereads: ['terminal.status', ...integrationParts.flatMap((part) => integrationQueries[part])],
  },
  'webhook.addEndpoint': endpointMoves,
  'webhook.changeEndpoint': endpointMoves,
  'webhook.removeEndpoint': endpointMoves,
  'webhook.rotateSecret': endpointMoves,
  'webhook.finishRotation': endpointMoves,
  'webhook.sendTest': deliveryMoves,
  'webhook.resend': deliveryMoves,
  'webhook.resendAll': deliveryMoves,
  'webhook.discard': deliveryMoves,
  'webhook.changeSettings': { answers: 'webhook.settings', rereads: [] },
  'inbound.change': { rereads: ['inbound.get'] },
  'inbound.addSecret': { rereads: ['inbound.get'] },
  'inbound.finishRotation': { rereads: ['inbound.get'] },
  'remote.connect': remoteMoves,
  'remote.sync': remoteMoves,
  'remote.disconnect': remoteMoves,
};

/** What a command changes; undefined for one that only reads. */
export const effectOf = (name: CommandName): Effect<ChangeName> | undefined =>
  isQuery(name) ? undefined : effects[name];

/** The parts of the integrations that a command changes, for the screens that did not give it. */
export function integrationPartsOf(name: CommandName): IntegrationPart[] {
  const { answers, rereads = [] } = effectOf(name) ?? {};
  return integrationParts.filter((part) =>
    integrationQueries[part].some((query) => query === answers || rereads.includes(query)),
  );
}
