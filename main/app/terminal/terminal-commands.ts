import type { Handlers } from '../../base/platform/dispatch.ts';
import type { Shell } from '../../base/platform/system/shell.ts';
import { documentOfQr } from '../../books/corrections/find-document.ts';
import { createReceiptProofs } from '../../books/corrections/returns/receipt-proofs.ts';
import { createReceiptReturns } from '../../books/corrections/returns/receipt-returns.ts';
import { createFollowSale } from '../../till/devices/follow-sale.ts';
import { createPaper } from '../../till/devices/paper.ts';
import { createCheckout } from '../../till/issue/checkout.ts';
import { type Approvals, createApprovals } from '../../till/people/approvals.ts';
import { createStaff } from '../../till/people/staff.ts';
import { aboutCommands } from '../commands/about.ts';
import { accountCommands } from '../commands/accounts.ts';
import { activityCommands } from '../commands/activity.ts';
import { articleCommands } from '../commands/articles.ts';
import { backupCommands } from '../commands/backups.ts';
import { basketCommands } from '../commands/baskets.ts';
import { buyerCommands } from '../commands/buyers.ts';
import { cardCommands } from '../commands/card.ts';
import { clockCommands } from '../commands/clock.ts';
import type { CommandContext, CommandTerminal, CommandTill } from '../commands/context.ts';
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
import type { GoLive } from '../diagnosis/go-live/go-live.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { createEnvironmentList } from './environment-list.ts';
import { integrationCommands } from './integration-commands.ts';
import type { TerminalOptions } from './options.ts';
import { languageSetting, type TerminalContext } from './terminal-context.ts';
import type { TerminalParts } from './terminal-parts.ts';

export interface TerminalCommandsOptions {
  readonly context: TerminalContext;
  readonly parts: TerminalParts;
  readonly options: TerminalOptions;
  readonly goLive: GoLive;
  readonly shell: Shell | undefined;
}

/** Returns the commands of the contract for a given environment. */
export function createCommands(options: TerminalCommandsOptions): (environment: OpenEnvironment) => Handlers {
  const { people } = options.parts.terminalPeople;
  const approvals = createApprovals(options.context.clock, (name) => people.find(name)?.role === 'manager');
  const terminal = commandTerminal(options, approvals);
  const known = new WeakMap<OpenEnvironment, Handlers>();
  return (environment) => {
    const commands =
      known.get(environment) ??
      commandsOf({ environment, terminal, till: tillOf(environment, terminal, approvals) });
    known.set(environment, commands);
    return commands;
  };
}

function commandTerminal(
  { context, parts, options, goLive, shell }: TerminalCommandsOptions,
  approvals: Approvals,
): CommandTerminal {
  const { clock, settings, events } = context;
  const { catalogue, articleFiles, buyerFiles, reportFiles, devices, updates, audit } = parts;
  const { environments, terminalPeople, screen } = parts;
  const { people, guard, attempts, settled } = terminalPeople;
  const { session, provePassphrase } = screen;
  const needsManager = () => environments.begun().some((name) => name !== 'training');
  return {
    version: context.version,
    terminalId: parts.identity.id,
    folder: context.folder,
    logFolder: context.logFolder,
    licencesFile: options.licencesFile,
    clock,
    settings,
    policy: context.policy,
    safeMode: context.safeMode,
    resolveProxy: options.resolveProxy,
    shell,
    printer: options.printer,
    devices,
    catalogue,
    articleFiles,
    buyerFiles,
    reportFiles,
    people,
    guard,
    attempts,
    staff: createStaff({
      people,
      guard,
      session,
      approvals,
      settings,
      audit,
      needsManager,
      provePassphrase,
      settled,
    }),
    session,
    environments: createEnvironmentList({ environments, vaults: parts.vaults, clock }),
    goLive,
    updates,
    audit,
    status: screen.status,
    setLanguage(chosen) {
      if (chosen !== context.language()) settings.write(languageSetting, chosen);
    },
    whileClosed: environments.whileClosed,
    firstToOpen: () => (guard.state === 'locked' ? screen.keeper() : undefined),
    onArticles: () => events.emit({ type: 'articles' }),
    onStatus: () => events.emitStatus(),
    onError: context.report('the devices after a sale'),
  };
}

/** Makes what the commands of one environment share. */
function tillOf(
  environment: OpenEnvironment,
  { clock, settings, devices, catalogue, people, onError }: CommandTerminal,
  approvals: Approvals,
): CommandTill {
  const { ledger, practice } = environment;
  const { documents } = ledger;
  const agreements = {
    approvals: approvals.within(ledger.environment),
    limits: () => people.limits(),
  };
  const proofs = createReceiptProofs(ledger);
  return {
    agreements,
    paper: createPaper({
      settings,
      printer: devices.printer,
      isPaperOut: () => practice?.isPaperOut() === true,
    }),
    checkout: createCheckout(environment, {
      approvals: agreements.approvals,
      limits: agreements.limits,
      clock,
      proofs,
      catalogue,
      onSold: createFollowSale({ ledger }, { devices, clock, onError }),
    }),
    returns: createReceiptReturns({
      documents,
      ofQr: (text) => documentOfQr(documents, text),
      onMade: proofs.keep,
    }),
  };
}

const commandsOf = (context: CommandContext): Handlers => ({
  ...peopleCommands(context),
  ...sessionCommands(context),
  ...environmentCommands(context),
  ...goLiveCommands(context),
  ...updateCommands(context),
  ...aboutCommands(context),
  ...startupCommands(context),
  ...logCommands(context),
  ...policyCommands(context),
  ...terminalCommands(context),
  ...saleCommands(context),
  ...basketCommands(context),
  ...cardCommands(context),
  ...deviceCommands(context),
  ...shiftCommands(context),
  ...accountCommands(context),
  ...itemCommands(context),
  ...articleCommands(context),
  ...monthCommands(context),
  ...returnCommands(context),
  ...takingsCommands(context),
  ...reportCommands(context),
  ...activityCommands(context),
  ...buyerCommands(context),
  ...invoiceCommands(context),
  ...clockCommands(context),
  ...networkCommands(context),
  ...fleetCommands(context),
  ...maintenanceCommands(context),
  ...backupCommands(context),
  ...diagnosisCommands(context),
  ...practiceCommands(context),
  ...receiptCommands(context),
  ...integrationCommands(context),
  ...credentialCommands(context),
  ...vaultCommands(context),
});
