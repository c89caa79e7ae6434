import type { CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import type { Environment as EnvironmentName, Role } from '../../../shared/status.ts';
import type { Language } from '../../../shared/words/index.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Policy } from '../../base/platform/policy/read-policy.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { Shell } from '../../base/platform/system/shell.ts';
import type { ReceiptReturns } from '../../books/corrections/returns/receipt-returns.ts';
import type { WriteAudit } from '../../books/ledger/audit/audit-actions.ts';
import type { ReceiptPrinter } from '../../document/paper/printer.ts';
import type { ArticleFiles } from '../../till/catalogue/article-files.ts';
import type { BuyerFiles } from '../../till/catalogue/buyers/buyer-files.ts';
import type { GuardedCatalogue } from '../../till/catalogue/open-catalogue.ts';
import type { FollowCash } from '../../till/devices/follow-cash.ts';
import type { ReceiptPaper } from '../../till/devices/paper.ts';
import type { TillDevices } from '../../till/devices/till-devices.ts';
import type { Checkout } from '../../till/issue/checkout.ts';
import type { AgreementOptions } from '../../till/people/agreement.ts';
import type { Attempts } from '../../till/people/attempts.ts';
import type { People } from '../../till/people/people.ts';
import type { PeopleGuard } from '../../till/people/people-guard.ts';
import type { Session } from '../../till/people/session.ts';
import type { Staff } from '../../till/people/staff.ts';
import type { ReportFiles } from '../../till/table-files/report-files.ts';
import type { DiagnosisOptions } from '../diagnosis/diagnose.ts';
import type { GoLive } from '../diagnosis/go-live/go-live.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { SampleShop } from '../sample/sample-shop.ts';
import type { UpdateService } from '../updates/update-service.ts';

/** The things from which a maker of commands takes the few that its commands use. */
export interface CommandContext<
  Environment = OpenEnvironment,
  Terminal = CommandTerminal,
  Till = CommandTill,
> {
  readonly environment: Environment;
  readonly terminal: Terminal;
  readonly till: Till;
}

/** The parts and facts of the terminal, the same in every environment. */
export interface CommandTerminal {
  readonly version: string;
  readonly terminalId: string;
  readonly folder: string;
  readonly logFolder: string;
  /** The file with the licences, which every package contains. */
  readonly licencesFile: string | undefined;
  readonly clock: Clock;
  /** The start of the program, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly settings: Settings;
  readonly policy: Policy;
  readonly safeMode: DiagnosisOptions['safeMode'];
  readonly resolveProxy: DiagnosisOptions['resolveProxy'];
  /** The program's own window; undefined if there is none. */
  readonly shell: Shell | undefined;
  /** The system's printers; undefined if there is no window to ask. */
  readonly printer: ReceiptPrinter | undefined;
  readonly devices: TillDevices;
  readonly catalogue: GuardedCatalogue;
  readonly articleFiles: ArticleFiles;
  readonly buyerFiles: BuyerFiles;
  readonly reportFiles: ReportFiles;
  readonly people: People;
  readonly guard: PeopleGuard;
  readonly attempts: Attempts;
  readonly staff: Staff;
  readonly session: Session;
  readonly environments: EnvironmentList;
  readonly sampleShop: SampleShop;
  readonly goLive: GoLive;
  readonly updates: UpdateService;
  /** Writes a line to the audit log of the environment on the screen. */
  readonly audit: WriteAudit;
  status(role: Role): TerminalStatus;
  setLanguage(language: Language): void;
  /** Closes an environment, works on its files, and opens it again, whatever the result. */
  whileClosed<T>(name: EnvironmentName, work: () => Promise<T>): Promise<T>;
  /** The environment whose vault must be opened before anybody can sign in; undefined when there is none. */
  firstToOpen(): OpenEnvironment | undefined;
  onArticles(): void;
  onStatus(): void;
  /** Called with an error of the devices after a document was issued or a payment was received. */
  onError(error: unknown): void;
}

/** The parts that are made for one environment from those of the terminal. */
export interface CommandTill {
  /** Managers' agreements that are valid in this environment only. */
  readonly agreements: AgreementOptions;
  readonly paper: ReceiptPaper;
  readonly cash: FollowCash;
  readonly checkout: Checkout;
  readonly returns: ReceiptReturns;
}

type List = CommandOutput<'environment.list'>;

/** The environments of a terminal. Each change resolves with the list after it, before the next change begins. */
export interface EnvironmentList {
  list(): Promise<List>;
  /**
   * Puts an environment on the screen, and sets it up first if necessary.
   * @param check rejects if it may not be shown now
   * @throws FailureError
   */
  show(input: CommandParsed<'environment.show'>, check: () => Promise<void>): Promise<List>;
  /**
   * Sets the address of an environment's gateway.
   * @throws FailureError `not-found` for an environment that is not open; as `setGatewayAddress`
   */
  setAddress(input: CommandParsed<'environment.setAddress'>, actor: string): Promise<List>;
  /**
   * Sets the version of the authority's interfaces.
   * @throws FailureError `not-found` for an environment that is not open; as `setGatewayVersion`
   */
  setVersion(input: CommandParsed<'environment.setVersion'>, actor: string): Promise<List>;
}
