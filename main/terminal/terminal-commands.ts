import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import type { Role } from '../../shared/status.ts';
import type { Language } from '../../shared/words/index.ts';
import { type AboutOptions, aboutCommands } from '../commands/about.ts';
import { accountCommands } from '../commands/accounts.ts';
import { activityCommands } from '../commands/activity.ts';
import { type ArticleCommandsOptions, articleCommands } from '../commands/articles.ts';
import { type BackupCommandsOptions, backupCommands } from '../commands/backups.ts';
import { basketCommands } from '../commands/baskets.ts';
import { type BuyerCommandsOptions, buyerCommands } from '../commands/buyers.ts';
import { cardCommands } from '../commands/card.ts';
import { clockCommands } from '../commands/clock.ts';
import { credentialCommands } from '../commands/credentials.ts';
import { deviceCommands } from '../commands/devices.ts';
import { type DiagnosisCommandsOptions, diagnosisCommands } from '../commands/diagnosis.ts';
import { type EnvironmentCommandsOptions, environmentCommands } from '../commands/environments.ts';
import { documentOfQr } from '../commands/find-document.ts';
import { fleetCommands } from '../commands/fleet.ts';
import { type GoLiveCommandsOptions, goLiveCommands } from '../commands/go-live.ts';
import { integrationCommands } from '../commands/integrations.ts';
import { invoiceCommands } from '../commands/invoices.ts';
import { createIssuing } from '../commands/issuing.ts';
import { itemCommands } from '../commands/items.ts';
import { labelCommands } from '../commands/labels.ts';
import { maintenanceCommands } from '../commands/maintenance.ts';
import { monthCommands } from '../commands/month.ts';
import { needsCommands } from '../commands/needs.ts';
import { networkCommands } from '../commands/network.ts';
import { type PeopleCommandsOptions, peopleCommands } from '../commands/people.ts';
import { policyCommands } from '../commands/policy.ts';
import { practiceCommands } from '../commands/practice.ts';
import { createReceiptProofs } from '../commands/receipt-proofs.ts';
import { receiptCommands } from '../commands/receipts.ts';
import { reportCommands } from '../commands/reports.ts';
import { returnCommands } from '../commands/returns.ts';
import { saleCommands } from '../commands/sales.ts';
import { shiftCommands } from '../commands/shifts.ts';
import { soldAtScreen } from '../commands/sold.ts';
import { type StartupCommandsOptions, startupCommands } from '../commands/startup.ts';
import { takingsCommands } from '../commands/takings.ts';
import { type UpdateCommandsOptions, updateCommands } from '../commands/updates.ts';
import { type VaultCommandsOptions, vaultCommands } from '../commands/vault.ts';
import type { TillDevices } from '../devices/till-devices.ts';
import type { GoLive } from '../diagnosis/go-live/go-live.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Approvals } from '../people/approvals.ts';
import type { Attempts } from '../people/attempts.ts';
import type { Clock } from '../platform/clock.ts';
import type { Handlers } from '../platform/dispatch.ts';
import type { Settings } from '../platform/settings.ts';
import type { ReportFiles } from '../shift/reports/report-files.ts';

export interface TerminalCommandsOptions
  extends PeopleCommandsOptions,
    EnvironmentCommandsOptions,
    ArticleCommandsOptions,
    GoLiveCommandsOptions,
    UpdateCommandsOptions,
    BackupCommandsOptions,
    BuyerCommandsOptions {
  readonly goLive: GoLive;
  readonly approvals: Approvals;
  readonly clock: Clock;
  /** Settings of this terminal. */
  readonly settings: Settings;
  readonly attempts: Attempts;
  readonly devices: TillDevices;
  readonly reportFiles: ReportFiles;
  readonly diagnosis: DiagnosisCommandsOptions;
  readonly about: AboutOptions;
  readonly startup: StartupCommandsOptions;
  readonly status: (role: Role) => TerminalStatus;
  readonly setLanguage: (language: Language) => void;
  /** Called with an error of the devices after a document was issued. */
  readonly onSoldError: (error: unknown) => void;
  /** Returns the environment whose vault must be opened before anybody can sign in. */
  readonly first: VaultCommandsOptions['first'];
  /** Called when the status may have changed. */
  readonly onStatus: () => void;
}

/** Returns the commands of the contract for a given environment. */
export function createCommands(options: TerminalCommandsOptions): (environment: OpenEnvironment) => Handlers {
  const { clock, settings, attempts, approvals, devices, first } = options;
  const limits = () => options.people.limits();
  const ofTerminal = commandsOfTerminal(options);
  const known = new WeakMap<OpenEnvironment, Handlers>();

  function commandsOf(environment: OpenEnvironment): Handlers {
    const proofs = createReceiptProofs(environment.ledger);
    const issuing = createIssuing(environment, {
      clock,
      proofs,
      approvals,
      limits,
      catalogue: options.catalogue,
      onSold: soldAtScreen(environment, { devices, clock, onError: options.onSoldError }),
    });
    const isPaperOut = () => environment.practice?.isPaperOut() === true;
    const onPaper = { clock, settings, printer: devices.printer, isPaperOut, approvals, limits };
    return {
      ...ofTerminal,
      ...needsCommands(environment, { devices, settings, folder: options.diagnosis.folder }),
      'terminal.onboarding': () => ({ steps: environment.onboarding() }),
      ...saleCommands(environment, issuing),
      ...basketCommands(environment, clock),
      ...cardCommands(environment, { issuing, clock }),
      ...deviceCommands(environment, { devices, settings, clock, approvals, limits }),
      ...shiftCommands(environment, onPaper),
      ...accountCommands(environment, {
        ...onPaper,
        devices,
        reportFiles: options.reportFiles,
        onError: options.onSoldError,
      }),
      ...takingsCommands(environment, options),
      ...reportCommands(environment, options),
      ...activityCommands(environment, options),
      ...itemCommands(environment, options),
      ...articleCommands(environment, options),
      ...labelCommands(options, onPaper),
      ...buyerCommands(environment, options),
      ...invoiceCommands(environment),
      ...returnCommands(
        environment.ledger.documents,
        (text) => documentOfQr(environment.ledger.documents, text),
        proofs.keep,
      ),
      ...clockCommands(environment),
      ...networkCommands(environment, clock),
      ...fleetCommands(environment, clock, options.diagnosis.policy),
      ...maintenanceCommands(environment, clock),
      ...backupCommands(environment, options),
      ...monthCommands(environment, { settings }),
      ...policyCommands(options.diagnosis.policy),
      ...diagnosisCommands(environment, options.diagnosis, { clock, settings }),
      ...practiceCommands(environment, clock),
      ...receiptCommands({
        receipts: environment.receipts,
        settings,
        printer: devices.printer,
        isPaperOut,
        approvals,
        limits,
        audit: environment.ledger.audit,
        deeds: environment.ledger.deeds,
        now: () => clock.now(),
      }),
      ...integrationCommands(environment, clock),
      ...credentialCommands(environment, options),
      ...vaultCommands({ environment, first, attempts, clock }),
    };
  }

  return (environment) => {
    const commands = known.get(environment) ?? commandsOf(environment);
    known.set(environment, commands);
    return commands;
  };
}

/** Returns the commands that are the same in every environment. */
function commandsOfTerminal(options: TerminalCommandsOptions) {
  const { status, setLanguage } = options;
  return {
    'terminal.setLanguage': ({ language }: { language: Language }) => {
      setLanguage(language);
      return {};
    },
    'terminal.status': (_: unknown, { role }: { role: Role }) => status(role),
    ...peopleCommands(options),
    ...environmentCommands(options),
    ...goLiveCommands(options),
    ...updateCommands(options),
    ...aboutCommands(options.about),
    ...startupCommands(options.startup),
  };
}
