import { aboutCommands } from '../commands/about.ts';
import { accountCommands } from '../commands/accounts.ts';
import { activityCommands } from '../commands/activity.ts';
import { articleCommands } from '../commands/articles.ts';
import { backupCommands } from '../commands/backups.ts';
import { basketCommands } from '../commands/baskets.ts';
import { buyerCommands } from '../commands/buyers.ts';
import { cardCommands } from '../commands/card.ts';
import { clockCommands } from '../commands/clock.ts';
import { credentialCommands } from '../commands/credentials.ts';
import { deviceCommands } from '../commands/devices.ts';
import { diagnosisCommands } from '../commands/diagnosis.ts';
import { environmentCommands } from '../commands/environments.ts';
import { fleetCommands } from '../commands/fleet.ts';
import { goLiveCommands } from '../commands/go-live.ts';
import { invoiceCommands } from '../commands/invoices.ts';
import { itemCommands } from '../commands/items.ts';
import { logCommands } from '../commands/log.ts';
import { maintenanceCommands } from '../commands/maintenance.ts';
import { monthCommands } from '../commands/month.ts';
import { networkCommands } from '../commands/network.ts';
import { peopleCommands } from '../commands/people.ts';
import { policyCommands } from '../commands/policy.ts';
import { practiceCommands } from '../commands/practice.ts';
import { receiptCommands } from '../commands/receipts.ts';
import { reportCommands } from '../commands/reports.ts';
import { returnCommands } from '../commands/returns.ts';
import { saleCommands } from '../commands/sales.ts';
import { sessionCommands } from '../commands/session.ts';
import { shiftCommands } from '../commands/shifts.ts';
import { startupCommands } from '../commands/startup.ts';
import { takingsCommands } from '../commands/takings.ts';
import { terminalCommands } from '../commands/terminal.ts';
import { updateCommands } from '../commands/updates.ts';
import { vaultCommands } from '../commands/vault.ts';
import { createFollowSale } from '../devices/follow-sale.ts';
import { createPaper } from '../devices/paper.ts';
import type { GoLive } from '../diagnosis/go-live/go-live.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { createCheckout } from '../issue/checkout.ts';
import type { AgreementOptions } from '../people/agreement.ts';
import { createApprovals } from '../people/approvals.ts';
import { createStaff } from '../people/staff.ts';
import type { Handlers } from '../platform/dispatch.ts';
import { documentOfQr } from '../references/find-document.ts';
import { createReceiptProofs } from '../references/returns/receipt-proofs.ts';
import { createReceiptReturns } from '../references/returns/receipt-returns.ts';
import { createEnvironmentList } from './environment-list.ts';
import { integrationCommands } from './integration-commands.ts';
import { languageSetting, type TerminalContext } from './terminal-context.ts';
import type { TerminalParts } from './terminal-parts.ts';

export interface TerminalCommandsOptions {
  readonly context: TerminalContext;
  readonly parts: TerminalParts;
  readonly goLive: GoLive;
  readonly about: Parameters<typeof aboutCommands>[0];
  readonly startup: Parameters<typeof startupCommands>[0];
  readonly diagnosis: Parameters<typeof diagnosisCommands>[1];
}

/** Returns the commands of the contract for a given environment. */
export function createCommands(options: TerminalCommandsOptions): (environment: OpenEnvironment) => Handlers {
  const shared = sharedByCommands(options);
  const ofTerminal = commandsOfTerminal(options, shared);
  const known = new WeakMap<OpenEnvironment, Handlers>();
  return (environment) => {
    const commands = known.get(environment) ?? commandsOf(environment, { options, shared, ofTerminal });
    known.set(environment, commands);
    return commands;
  };
}

/** Returns the options that commands of several areas share. */
function sharedByCommands({ context, parts, goLive }: TerminalCommandsOptions) {
  const { clock, settings, events, report } = context;
  const { people } = parts.terminalPeople;
  const { catalogue, articleFiles, buyerFiles, reportFiles, devices } = parts;
  return {
    clock,
    settings,
    goLive,
    agreements: {
      approvals: createApprovals(clock, (name) => people.find(name)?.role === 'manager'),
      limits: () => people.limits(),
    },
    now: () => clock.now(),
    catalogue,
    articleFiles,
    buyerFiles,
    reportFiles,
    devices,
    audit: parts.audit,
    onArticles: () => events.emit({ type: 'articles' }),
    onStatus: () => events.emitStatus(),
    onError: report('the devices after a sale'),
  };
}

type Shared = ReturnType<typeof sharedByCommands>;
/** The same, with the agreements of one environment. */
type SharedWithin = Omit<Shared, 'agreements'> & { readonly agreements: AgreementOptions };
type CommandsOfTerminal = ReturnType<typeof commandsOfTerminal>;

/** Returns the commands that are the same in every environment. */
function commandsOfTerminal(
  { context, parts, about, startup, diagnosis }: TerminalCommandsOptions,
  shared: Shared,
) {
  const { people, guard, settled } = parts.terminalPeople;
  const { environments, vaults, screen, updates, audit } = parts;
  const { session, provePassphrase } = screen;
  const needsManager = () => environments.begun().some((name) => name !== 'training');
  const { approvals } = shared.agreements;
  const ofPeople = { ...shared, people, guard, session, approvals };
  const staff = createStaff({ ...ofPeople, needsManager, provePassphrase, settled });
  return {
    ...peopleCommands({ ...ofPeople, staff }),
    ...sessionCommands({ staff, session }),
    ...environmentCommands({
      environments: createEnvironmentList({ environments, vaults, clock: context.clock }),
      goLive: shared.goLive,
    }),
    ...goLiveCommands(shared),
    ...updateCommands({ updates, audit }),
    ...aboutCommands(about),
    ...startupCommands(startup),
    ...logCommands(diagnosis),
    ...policyCommands(diagnosis.policy),
  };
}

interface CommandsOfOptions {
  readonly options: TerminalCommandsOptions;
  readonly shared: Shared;
  readonly ofTerminal: CommandsOfTerminal;
}

function commandsOf(
  environment: OpenEnvironment,
  { options, shared: ofAll, ofTerminal }: CommandsOfOptions,
): Handlers {
  const { context, parts, diagnosis } = options;
  const { ledger } = environment;
  const approvals = ofAll.agreements.approvals.within(ledger.environment);
  const shared = { ...ofAll, agreements: { ...ofAll.agreements, approvals } };
  const { clock, settings, agreements, devices } = shared;
  return {
    ...ofTerminal,
    ...terminalCommands(environment, {
      devices,
      settings,
      folder: context.folder,
      status: parts.screen.status,
      setLanguage(chosen) {
        if (chosen !== context.language()) settings.write(languageSetting, chosen);
      },
    }),
    ...commandsOfTill(environment, shared),
    ...takingsCommands(environment, shared),
    ...reportCommands(environment, shared),
    ...activityCommands(environment, shared),
    ...buyerCommands(environment, shared),
    ...invoiceCommands(environment),
    ...clockCommands(environment),
    ...networkCommands(environment, clock),
    ...fleetCommands(environment, clock, diagnosis.policy),
    ...maintenanceCommands(environment, clock),
    ...backupCommands(environment, { ...shared, whileClosed: parts.environments.whileClosed }),
    ...diagnosisCommands(environment, diagnosis, { clock, settings }),
    ...practiceCommands(environment, clock),
    ...receiptCommands({
      ...agreements,
      receipts: environment.receipts,
      settings,
      printer: devices.printer,
      isPaperOut: isPaperOutIn(environment),
      audit: ledger.audit,
      deeds: ledger.deeds,
      now: shared.now,
    }),
    ...integrationCommands(environment, clock),
    ...credentialCommands(environment, shared),
    ...vaultCommands({
      environment,
      first: firstToOpen(parts),
      attempts: parts.terminalPeople.attempts,
      clock,
    }),
  };
}

/** Returns the commands of selling and of the devices at the till. */
function commandsOfTill(environment: OpenEnvironment, shared: SharedWithin) {
  const { clock, settings, agreements, devices, catalogue } = shared;
  const { documents } = environment.ledger;
  const proofs = createReceiptProofs(environment.ledger);
  const checkout = createCheckout(environment, {
    ...agreements,
    clock,
    proofs,
    catalogue,
    onSold: createFollowSale(environment, shared),
  });
  const paper = createPaper({ settings, printer: devices.printer, isPaperOut: isPaperOutIn(environment) });
  const onPaper = { ...shared, paper };
  return {
    ...saleCommands(checkout),
    ...basketCommands(environment, clock),
    ...cardCommands(environment, { checkout, clock }),
    ...deviceCommands(environment, { ...agreements, devices, settings, clock }),
    ...shiftCommands(environment, onPaper),
    ...accountCommands(environment, onPaper),
    ...itemCommands(environment, shared),
    ...articleCommands(environment, onPaper),
    ...monthCommands(environment, paper),
    ...returnCommands(
      createReceiptReturns({ documents, ofQr: (text) => documentOfQr(documents, text), onMade: proofs.keep }),
    ),
  };
}

const isPaperOutIn =
  ({ practice }: OpenEnvironment) =>
  () =>
    practice?.isPaperOut() === true;

/** Returns the environment whose vault must be opened before anybody can sign in. */
const firstToOpen =
  ({ terminalPeople, screen }: TerminalParts) =>
  () =>
    terminalPeople.guard.state === 'locked' ? screen.keeper() : undefined;
