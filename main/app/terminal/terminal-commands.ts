import { cashRounding } from '../../../shared/stored/settings/environment.ts';
import { languageSetting } from '../../../shared/stored/settings/terminal.ts';
import type { Handlers } from '../../base/platform/dispatch.ts';
import type { Shell } from '../../base/platform/system/shell.ts';
import { documentOfQr } from '../../books/corrections/find-document.ts';
import { createReceiptProofs } from '../../books/corrections/returns/receipt-proofs.ts';
import { createReceiptReturns } from '../../books/corrections/returns/receipt-returns.ts';
import { createFollowCash } from '../../till/devices/follow-cash.ts';
import { createPaper } from '../../till/devices/paper.ts';
import { createCheckout } from '../../till/issue/checkout.ts';
import { type Approvals, createApprovals } from '../../till/people/approvals.ts';
import { createStaff } from '../../till/people/staff.ts';
import type { CommandContext, CommandTerminal, CommandTill } from '../commands/context.ts';
import { activityCommands } from '../commands/people/activity.ts';
import { peopleCommands } from '../commands/people/people.ts';
import { sessionCommands } from '../commands/people/session.ts';
import { officeCommands } from '../commands/programs/office.ts';
import { aboutCommands } from '../commands/terminal/about.ts';
import { backupCommands } from '../commands/terminal/backups.ts';
import { clockCommands } from '../commands/terminal/clock.ts';
import { credentialCommands } from '../commands/terminal/credentials.ts';
import { diagnosisCommands } from '../commands/terminal/diagnosis.ts';
import { environmentCommands } from '../commands/terminal/environments.ts';
import { firstDayCommands } from '../commands/terminal/first-day.ts';
import { goLiveCommands } from '../commands/terminal/go-live.ts';
import { logCommands } from '../commands/terminal/log.ts';
import { maintenanceCommands } from '../commands/terminal/maintenance.ts';
import { networkCommands } from '../commands/terminal/network.ts';
import { policyCommands } from '../commands/terminal/policy.ts';
import { practiceCommands } from '../commands/terminal/practice.ts';
import { startupCommands } from '../commands/terminal/startup.ts';
import { terminalCommands } from '../commands/terminal/terminal.ts';
import { updateCommands } from '../commands/terminal/updates.ts';
import { vaultCommands } from '../commands/terminal/vault.ts';
import { accountCommands } from '../commands/till/accounts.ts';
import { articleCommands } from '../commands/till/articles.ts';
import { basketCommands } from '../commands/till/baskets.ts';
import { buyerCommands } from '../commands/till/buyers.ts';
import { cardCommands } from '../commands/till/card.ts';
import { deviceCommands } from '../commands/till/devices.ts';
import { invoiceCommands } from '../commands/till/invoices.ts';
import { itemCommands } from '../commands/till/items.ts';
import { monthCommands } from '../commands/till/month.ts';
import { receiptCommands } from '../commands/till/receipts.ts';
import { reportCommands } from '../commands/till/reports.ts';
import { returnCommands } from '../commands/till/returns.ts';
import { saleCommands } from '../commands/till/sales.ts';
import { shiftCommands } from '../commands/till/shifts.ts';
import { takingsCommands } from '../commands/till/takings.ts';
import type { GoLive } from '../diagnosis/go-live/go-live.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { createEnvironmentList } from './environment-list.ts';
import { integrationCommands } from './integration-commands.ts';
import type { TerminalOptions } from './options.ts';
import type { TerminalContext } from './terminal-context.ts';
import type { TerminalParts } from './terminal-parts.ts';

export interface TerminalCommandsOptions {
  readonly context: TerminalContext;
  readonly parts: TerminalParts;
  readonly options: TerminalOptions;
  readonly goLive: GoLive;
  readonly shell: Shell | undefined;
}

export function createCommands(options: TerminalCommandsOptions): (environment: OpenEnvironment) => Handlers {
  const { people } = options.parts.terminalPeople;
  const approvals = createApprovals(options.context.clock, (name) => people.find(name)?.role === 'manager');
  const terminal = commandTerminal(options, approvals);
  const madeHandlers = new WeakMap<OpenEnvironment, Handlers>();
  return (environment) => {
    const commands =
      madeHandlers.get(environment) ??
      commandsOf({ environment, terminal, till: tillOf(environment, terminal, approvals) });
    madeHandlers.set(environment, commands);
    return commands;
  };
}

function commandTerminal(
  { context, parts, options, goLive, shell }: TerminalCommandsOptions,
  approvals: Approvals,
): CommandTerminal {
  const { clock, settings, events } = context;
  const { catalogue, articleFiles, buyerFiles, reportFiles, devices, updates, audit, sampleShop } = parts;
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
    startedAt: clock.now(),
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
      onNoManager(name, actor) {
        for (const { integrations } of environments.all().values()) integrations.endApprovalsOf(name, actor);
      },
    }),
    session,
    environments: createEnvironmentList({ environments, vaults: parts.vaults, clock }),
    sampleShop,
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
  const cash = createFollowCash({ ledger }, { devices, clock, onError });
  return {
    agreements,
    paper: createPaper({
      settings,
      printer: devices.printer,
      isPaperOut: () => practice?.isPaperOut() === true,
    }),
    cash,
    checkout: createCheckout(environment, {
      approvals: agreements.approvals,
      limits: agreements.limits,
      clock,
      proofs,
      catalogue,
      onSold: cash.sold,
    }),
    returns: createReceiptReturns({
      documents,
      ofQr: (text) => documentOfQr(documents, text),
      onMade: proofs.keep,
      shopCoin: () => ledger.settings.read(cashRounding),
    }),
  };
}

const commandsOf = (context: CommandContext): Handlers => ({
  ...peopleCommands(context),
  ...sessionCommands(context),
  ...environmentCommands(context),
  ...firstDayCommands(context),
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
  ...officeCommands(context),
  ...maintenanceCommands(context),
  ...backupCommands(context),
  ...diagnosisCommands(context),
  ...practiceCommands(context),
  ...receiptCommands(context),
  ...integrationCommands(context),
  ...credentialCommands(context),
  ...vaultCommands(context),
});
