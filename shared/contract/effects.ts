import { type IntegrationPart, integrationParts } from './events.ts';
import type { CommandInput, CommandName, CommandOutput } from './index.ts';

/*
 * The effect of every command on data that was read before. A new command must be listed here, as a query or with its
 * changes; otherwise nothing compiles.
 */

/**
 * The commands that only read and change nothing. announced: every change of the answer comes with an event, or is the
 * effect of a command. silent: the answer also changes otherwise, if only with time, so it is read again whenever a
 * screen that uses it opens.
 */
const queries = {
  'terminal.status': 'announced',
  'terminal.onboarding': 'announced',
  'people.list': 'announced',
  'people.limits': 'announced',
  'environment.list': 'silent',
  'company.get': 'announced',
  'credential.get': 'announced',
  'network.get': 'silent',
  'sale.beforeStart': 'announced',
  'sale.price': 'announced',
  'sale.tryAll': 'announced',
  'sale.priceCorrection': 'announced',
  'item.find': 'silent',
  'item.prices': 'announced',
  'buyer.find': 'silent',
  'buyer.list': 'silent',
  'account.find': 'announced',
  'account.get': 'announced',
  'account.received': 'announced',
  'account.statement': 'announced',
  'basket.current': 'silent',
  'basket.content': 'silent',
  'basket.list': 'silent',
  'card.terminal': 'silent',
  'card.ofSale': 'silent',
  'card.returns': 'silent',
  'card.open': 'silent',
  'device.settings': 'announced',
  'device.printers': 'announced',
  'device.present': 'announced',
  'shift.current': 'silent',
  'shift.report': 'silent',
  'shift.list': 'silent',
  'takings.get': 'silent',
  'takings.figures': 'silent',
  'report.get': 'silent',
  'report.vatDocuments': 'silent',
  'activity.list': 'silent',
  'activity.people': 'silent',
  // Sales bring proposals, and prices dated ahead come into force.
  'article.list': 'silent',
  'article.get': 'silent',
  'article.prices': 'silent',
  'article.importProgress': 'silent',
  'article.groups': 'announced',
  'article.proposals': 'silent',
  'article.labels': 'announced',
  'article.tryLabel': 'announced',
  'invoice.list': 'announced',
  'invoice.sums': 'silent',
  'invoice.rejections': 'silent',
  'invoice.issuers': 'silent',
  'invoice.get': 'silent',
  'invoice.answers': 'announced',
  'invoice.find': 'announced',
  'invoice.sale': 'announced',
  'invoice.xml': 'announced',
  'invoice.returnable': 'silent',
  'invoice.returnNote': 'announced',
  'receipt.pdf': 'announced',
  'receipt.settings': 'announced',
  'receipt.preview': 'announced',
  'receipt.printers': 'silent',
  'practice.faults': 'silent',
  'practice.sandbox': 'silent',
  'policy.get': 'announced',
  'log.list': 'silent',
  'about.get': 'announced',
  'about.licences': 'announced',
  'startup.get': 'announced',
  'office.get': 'announced',
  // The articles, people, printer and limits that it looks at have their own events.
  'firstDay.get': 'silent',
  // Printers, the clock and other environments change the checklist.
  'goLive.get': 'silent',
  'maintenance.backups': 'announced',
  'maintenance.comparison': 'silent',
  'backup.files': 'announced',
  'backup.documents': 'announced',
  'month.get': 'announced',
  'update.get': 'silent',
  'integration.clients.list': 'silent',
  'integration.clients.calls': 'silent',
  'integration.approvals': 'announced',
  'integration.waiting': 'announced',
  'integration.given': 'silent',
  'integration.api.get': 'silent',
  'integration.dropFolder.get': 'announced',
  'integration.dropFolder.refused': 'announced',
  'webhook.endpoints': 'announced',
  'webhook.deliveries': 'announced',
  'webhook.delivery': 'announced',
  'webhook.settings': 'announced',
  'inbound.get': 'announced',
  'inbound.events': 'announced',
  'remoteInvoice.list': 'announced',
  'remote.get': 'announced',
} as const satisfies { readonly [N in CommandName]?: 'announced' | 'silent' };

export type QueryName = keyof typeof queries;
export const queryNames = Object.keys(queries) as QueryName[];
export type ChangeName = Exclude<CommandName, QueryName>;

export const isQuery = (name: CommandName): name is QueryName => Object.hasOwn(queries, name);

/** Returns true for a query whose answer changes without an event. */
export const isSilent = (name: QueryName): boolean => queries[name] === 'silent';

/** Queries to read again when a part of the integrations has changed. */
export const integrationQueries: Readonly<Record<IntegrationPart, readonly QueryName[]>> = {
  programs: ['integration.clients.list', 'integration.approvals', 'integration.waiting', 'integration.given'],
  api: ['integration.api.get'],
  dropFolder: ['integration.dropFolder.get', 'integration.dropFolder.refused'],
  webhooks: ['webhook.endpoints', 'webhook.deliveries', 'webhook.delivery', 'webhook.settings'],
  inbound: ['inbound.get', 'inbound.events'],
  remote: ['remoteInvoice.list', 'remote.get'],
};

/** Queries to read again when another program has changed what the terminal keeps. */
export const terminalQueries: readonly QueryName[] = [
  'people.list',
  'people.limits',
  'receipt.settings',
  'device.settings',
  'device.printers',
  'device.present',
  'article.labels',
];

/** Queries to read again when the list of articles has changed. */
export const articleQueries: readonly QueryName[] = [
  'item.find',
  'item.prices',
  'article.list',
  'article.get',
  'article.prices',
  'article.groups',
  'article.proposals',
  'article.labels',
  'article.tryLabel',
];

/** Queries without input whose answer has the same type as the command's. */
type SameAnswer<N extends CommandName> = {
  [Q in QueryName]: Record<string, never> extends CommandInput<Q>
    ? CommandOutput<N> extends CommandOutput<Q>
      ? Q
      : never
    : never;
}[QueryName];

export interface Effect<N extends ChangeName> {
  /** The query whose data the command's answer replaces. */
  readonly answers?: SameAnswer<N>;
  /** Queries to read again, with any input. */
  readonly rereads: readonly QueryName[];
}

/** Effects that events report, or that no screen shows. */
const none = { rereads: [] } as const;

/** The books are different now, so nothing that was read before is valid. */
const everything = { rereads: queryNames } as const;

const credentialMoves = {
  answers: 'credential.get',
  // The environment list shows some of the same facts, and the certificate decides which company fields are fixed.
  rereads: ['environment.list', 'company.get'],
} as const;

const environmentMoves = {
  answers: 'environment.list',
  rereads: ['terminal.status', 'goLive.get'],
} as const;

/** The status reports the person signed in, and whether the people are known. */
const peopleMove = { answers: 'people.list', rereads: ['terminal.status', 'integration.given'] } as const;

const shiftMoves = { answers: 'shift.current', rereads: ['shift.report'] } as const;

const cardMoves = { rereads: ['card.ofSale', 'card.returns', 'card.open', 'terminal.status'] } as const;

const shownInStatus = { rereads: ['terminal.status'] } as const;

const endpointMoves = { rereads: ['webhook.endpoints', 'webhook.deliveries'] } as const;

const deliveryMoves = { rereads: ['webhook.deliveries', 'webhook.delivery'] } as const;

const buyersMove = { rereads: ['buyer.find', 'buyer.list', 'account.find', 'account.get'] } as const;

const accountMoves = {
  rereads: [
    'account.find',
    'account.get',
    'account.received',
    'account.statement',
    'buyer.list',
    'shift.current',
    'shift.report',
  ],
} as const;

const articlesMove = { rereads: articleQueries } as const;

/** The settings of the other layer decide which of its invoices are shown. */
const remoteMoves = { answers: 'remote.get', rereads: ['remoteInvoice.list'] } as const;

/**
 * The changes that each command makes. A failed command may have made some of these changes, so it counts the same.
 * This table is for the screen that sent the command; others learn of changes through events.
 */
export const effects: { readonly [N in ChangeName]: Effect<N> } = {
  'terminal.setLanguage': none,
  'people.signIn': shownInStatus,
  'people.setLanguage': shownInStatus,
  'people.signOut': shownInStatus,
  'people.save': peopleMove,
  'people.remove': peopleMove,
  'people.acknowledge': shownInStatus,
  'people.recover': peopleMove,
  'session.touch': none,
  'session.confirm': none,
  'environment.show': environmentMoves,
  'environment.setAddress': environmentMoves,
  'environment.setVersion': environmentMoves,
  'vault.unlock': { rereads: ['terminal.status', 'environment.list'] },
  'vault.changePassphrase': shownInStatus,
  'company.save': { rereads: ['company.get', 'terminal.status'] },
  'credential.begin': credentialMoves,
  'credential.continue': credentialMoves,
  'credential.abandon': credentialMoves,
  'office.enrol': { answers: 'office.get', rereads: [] },
  'office.leave': { rereads: ['office.get'] },
  'firstDay.begin': everything,
  'firstDay.removeSample': everything,
  'firstDay.putAway': { answers: 'firstDay.get', rereads: [] },
  'goLive.waive': { answers: 'goLive.get', rereads: [] },
  'network.setProxy': { answers: 'network.get', rereads: [] },
  'network.addAuthority': { answers: 'network.get', rereads: [] },
  'network.removeAuthority': { answers: 'network.get', rereads: [] },
  'article.save': articlesMove,
  'article.setActive': articlesMove,
  'article.dropPrice': articlesMove,
  'article.acknowledge': { rereads: ['article.list'] },
  'article.saveGroup': articlesMove,
  'article.removeGroup': articlesMove,
  'article.previewImport': none,
  'article.previewSold': none,
  'article.decideImport': none,
  'article.stopImport': none,
  'article.choosePrices': none,
  'article.template': none,
  'article.import': articlesMove,
  'article.refusedRows': none,
  'article.setLabels': { answers: 'article.labels', rereads: ['item.find'] },
  'article.export': none,
  'article.printLabels': none,
  'article.take': articlesMove,
  'article.merge': articlesMove,
  'article.combine': { rereads: [...articleQueries, 'takings.get', 'report.get'] },
  'article.dismiss': { rereads: ['article.proposals'] },
  'buyer.save': buyersMove,
  'buyer.remove': buyersMove,
  'buyer.merge': buyersMove,
  'buyer.previewImport': none,
  'buyer.import': buyersMove,
  'buyer.export': none,
  'account.pay': accountMoves,
  'account.payBack': accountMoves,
  'account.takeBack': accountMoves,
  'account.setLimit': { rereads: ['account.get'] },
  'account.printVoucher': none,
  'account.printStatement': none,
  'account.export': none,
  // The credit note uses a refund, which no event reports.
  'sale.issue': { rereads: ['card.returns'] },
  'sale.exchange': none,
  'sale.issueAll': none,
  'sale.setCashRounding': shownInStatus,
  // The rejected document then names its replacement, which no event reports.
  'sale.correct': { rereads: ['invoice.get', 'invoice.list', 'invoice.rejections'] },
  'sale.standsFor': {
    rereads: ['invoice.get', 'invoice.list', 'invoice.sums', 'invoice.rejections', 'terminal.status'],
  },
  'sale.reissue': { rereads: ['invoice.get', 'invoice.list', 'invoice.rejections'] },
  'people.setLimits': { answers: 'people.limits', rereads: [] },
  'session.approve': none,
  // No event is needed: the screen that keeps the basket has just changed it.
  'basket.keep': none,
  'basket.hold': { rereads: ['basket.list'] },
  'basket.recall': { rereads: ['basket.list'] },
  'basket.discard': { rereads: ['basket.list'] },
  'card.ask': cardMoves,
  'card.status': cardMoves,
  'card.cancel': cardMoves,
  'card.end': cardMoves,
  'card.settle': cardMoves,
  'card.practise': { rereads: ['card.terminal'] },
  'device.setSettings': { answers: 'device.settings', rereads: ['device.present', 'card.terminal'] },
  'device.setPrinters': { answers: 'device.printers', rereads: [] },
  'device.tryPrinter': none,
  'device.tryOwnPrinter': none,
  'device.tryDrawer': none,
  'device.tryDisplay': none,
  'device.tryCard': none,
  'drawer.open': shownInStatus,
  'display.show': none,
  'shift.open': shiftMoves,
  'shift.move': shiftMoves,
  'shift.takeOver': shiftMoves,
  'shift.close': { rereads: ['shift.current', 'shift.list', 'shift.report'] },
  'shift.print': none,
  'report.export': none,
  'activity.export': none,
  'activity.check': none,
  'shift.setRequired': { answers: 'shift.current', rereads: [] },
  'invoice.send': { rereads: ['invoice.get'] },
  'invoice.sendParked': shownInStatus,
  'invoice.tryNow': shownInStatus,
  'practice.cause': {
    answers: 'practice.faults',
    rereads: ['card.terminal', 'device.settings', 'firstDay.get'],
  },
  'practice.setPort': { answers: 'practice.sandbox', rereads: [] },
  'practice.end': { answers: 'practice.faults', rereads: ['card.terminal'] },
  'receipt.print': none,
  'receipt.setSettings': { rereads: ['receipt.settings', 'terminal.status'] },
  'receipt.printTest': none,
  'clock.confirm': shownInStatus,
  'clock.correct': {
    rereads: ['terminal.status', 'invoice.list', 'invoice.rejections', 'invoice.get'],
  },
  'maintenance.setBackups': { answers: 'maintenance.backups', rereads: ['terminal.status', 'backup.files'] },
  'maintenance.backUp': { answers: 'maintenance.backups', rereads: ['terminal.status', 'backup.files'] },
  'backup.newKey': none,
  'backup.encrypt': { answers: 'maintenance.backups', rereads: ['terminal.status', 'backup.files'] },
  'backup.encryptNoMore': { answers: 'maintenance.backups', rereads: ['terminal.status', 'backup.files'] },
  'backup.showKey': none,
  'backup.open': none,
  'backup.document': none,
  'backup.close': none,
  'backup.examine': none,
  'backup.restore': everything,
  'maintenance.export': none,
  'month.make': { answers: 'month.get', rereads: [] },
  'month.stop': { answers: 'month.get', rereads: [] },
  'month.drop': { answers: 'month.get', rereads: [] },
  'startup.chooseFolder': none,
  'startup.set': { answers: 'startup.get', rereads: [] },
  'startup.leaveKiosk': { answers: 'startup.get', rereads: [] },
  'update.look': { answers: 'update.get', rereads: [] },
  'update.lookIn': { answers: 'update.get', rereads: [] },
  'update.install': { answers: 'update.get', rereads: ['terminal.status'] },
  'update.setSettings': { answers: 'update.get', rereads: [] },
  'maintenance.check': none,
  'diagnosis.run': none,
  'diagnosis.bundle': none,
  'maintenance.adoptPlace': shownInStatus,
  'maintenance.resumeIssuing': shownInStatus,
  'integration.clients.create': { rereads: ['integration.clients.list'] },
  'integration.clients.scope': { rereads: ['integration.clients.list'] },
  'integration.clients.rotate': { rereads: ['integration.clients.list'] },
  // Revoking an app also ends its request for approval.
  'integration.clients.revoke': {
    rereads: [
      'integration.clients.list',
      'integration.approvals',
      'integration.waiting',
      'integration.given',
    ],
  },
  'integration.endGiven': { rereads: ['integration.given'] },
  'integration.approve': {
    answers: 'integration.approvals',
    rereads: ['integration.clients.list', 'integration.waiting'],
  },
  'integration.deny': { answers: 'integration.approvals', rereads: ['integration.waiting'] },
  'integration.api.set': { answers: 'integration.api.get', rereads: [] },
  'integration.api.certificate': { answers: 'integration.api.get', rereads: [] },
  'integration.dropFolder.set': {
    answers: 'integration.dropFolder.get',
    rereads: ['integration.dropFolder.refused'],
  },
  // No part of the integrations could be read until now.
  'integration.reopen': {
    rereads: ['terminal.status', ...integrationParts.flatMap((part) => integrationQueries[part])],
  },
  'webhook.addEndpoint': endpointMoves,
  'webhook.changeEndpoint': endpointMoves,
  'webhook.removeEndpoint': endpointMoves,
  'webhook.rotateSecret': endpointMoves,
  'webhook.finishRotation': endpointMoves,
  'webhook.sendTest': none,
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

/** The effect of a command; undefined for one that only reads. */
export const effectOf = (name: CommandName): Effect<ChangeName> | undefined =>
  isQuery(name) ? undefined : effects[name];

/** The parts of the integrations that a command changes, for the screens that did not send it. */
export function integrationPartsOf(name: CommandName): IntegrationPart[] {
  const { answers, rereads = [] } = effectOf(name) ?? {};
  return integrationParts.filter((part) =>
    integrationQueries[part].some((query) => query === answers || rereads.includes(query)),
  );
}
