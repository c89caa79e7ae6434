import type { Dispatch } from '../../base/platform/dispatch.ts';
import { isForAllUsers } from '../../base/platform/folders/data-folder.ts';
import type { WriteAudit } from '../../books/ledger/audit/audit-actions.ts';
import { createArticleFiles } from '../../till/catalogue/article-files.ts';
import { createBuyerFiles } from '../../till/catalogue/buyers/buyer-files.ts';
import { type GuardedCatalogue, openGuardedCatalogue } from '../../till/catalogue/open-catalogue.ts';
import { createTillDevices } from '../../till/devices/till-devices.ts';
import { createReportFiles } from '../../till/table-files/report-files.ts';
import { createSampleShop, type SampleShop } from '../sample/sample-shop.ts';
import type { createCarryOut } from './carry-out-orders.ts';
import { openVaults } from './environment-vaults.ts';
import { createMachineAlarms } from './machine-alarms.ts';
import { createOpenEnvironments, type OpenEnvironments } from './open-environments.ts';
import type { TerminalOptions } from './options.ts';
import { emitCredential, relayEvents } from './relay-events.ts';
import { createScreen } from './screen.ts';
import type { TerminalContext } from './terminal-context.ts';
import { terminalIdentity } from './terminal-identity.ts';
import { createTerminalPeople, type TerminalPeople } from './terminal-people.ts';
import { createTerminalUpdates } from './terminal-updates.ts';

/** The parts that all environments share. */
export type TerminalParts = ReturnType<typeof createParts>;

export type CarryOutOrder = ReturnType<typeof createCarryOut>;

/**
 * Creates the parts that all environments share, lowest first.
 * @param orders resolves to the function that carries out the head office's orders, once there are commands
 * @param inTraining resolves to the one that runs commands in training
 */
export function createParts(
  context: TerminalContext,
  options: TerminalOptions,
  orders: Promise<CarryOutOrder>,
  inTraining: Promise<Dispatch>,
) {
  const { events } = context;
  const terminalPeople = openPeopleOf(context);
  const identity = terminalIdentity(context.folder, context.settings);
  const vaults = openVaults({
    identity,
    osCipher: options.osCipher,
    startKeychain: options.startKeychain,
    passphrase: options.passphrase,
    isForAllUsers: isForAllUsers(context.folder),
  });
  const environments = createOpenEnvironments({
    context,
    options,
    vaults,
    people: terminalPeople,
    carryOut: async (...order) => (await orders)(...order),
    machineAlarms: () => machineAlarms(),
    relay: (environmentEvents, environment) => relayEvents(environmentEvents, events, environment),
    onShown(environment) {
      emitCredential(environment, events);
      events.emitStatus();
    },
  });
  const catalogue = openGuardedCatalogue({
    folder: context.folder,
    clock: context.clock,
    onError: context.report('opening the articles'),
  });
  const articleFiles = createArticleFiles(context.folder, context.clock);
  const buyerFiles = createBuyerFiles();
  const reportFiles = createReportFiles();
  const devices = createTillDevices({
    settings: context.settings,
    clock: context.clock,
    system: options.printer,
    draw: options.drawPage,
    onTrouble: () => events.emitStatus(),
  });
  const audit: WriteAudit = (actor, action, detail) =>
    void environments.current().ledger.audit.write({ at: context.clock.now(), actor, action, detail });
  const updates = createTerminalUpdates({
    context,
    environments,
    terminalId: identity.id,
    audit,
    options: options.updates,
  });
  const machineAlarms = createMachineAlarms({
    context,
    devices,
    guard: terminalPeople.guard,
    updateAlarms: updates.alarms,
  });
  const sampleShop = sampleShopOf(context, { catalogue, terminalPeople, environments }, inTraining);
  const { state } = sampleShop;
  const screen = createScreen({ context, terminalPeople, environments, audit, sampleShop: state });
  return {
    terminalPeople,
    identity,
    vaults,
    environments,
    catalogue,
    articleFiles,
    buyerFiles,
    reportFiles,
    devices,
    audit,
    updates,
    sampleShop,
    screen,
  };
}

interface SampleShopParts {
  readonly catalogue: GuardedCatalogue;
  readonly terminalPeople: TerminalPeople;
  readonly environments: OpenEnvironments;
}

const sampleShopOf = (
  { folder, settings, clock, language, events, report }: TerminalContext,
  { catalogue, terminalPeople: { people }, environments }: SampleShopParts,
  inTraining: Promise<Dispatch>,
): SampleShop =>
  createSampleShop({
    folder,
    settings,
    clock,
    language,
    catalogue,
    people,
    begun: environments.begun,
    current: environments.current,
    whileClosed: environments.whileClosed,
    call: async (...command) => (await inTraining)(...command),
    onArticles: () => events.emit({ type: 'articles' }),
    onError: report('selling the takings of the sample shop'),
  });

function openPeopleOf(context: TerminalContext): TerminalPeople {
  const { events, report } = context;
  return createTerminalPeople({
    context,
    onChange: () => events.emitStatus(),
    onAltered: (why, environment) =>
      events.emit({ type: 'alarm', environment, alarm: { kind: 'people', level: 'red', why } }),
    onError: report('holding the people'),
  });
}
