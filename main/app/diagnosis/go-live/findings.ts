import path from 'node:path';
import type { Person } from '../../../../shared/contract/people/people.ts';
import type { Backups } from '../../../../shared/contract/terminal/maintenance.ts';
import type { GoLiveFinding, GoLiveRow, GoLiveRowView } from '../../../../shared/go-live.ts';
import type { Environment as EnvironmentName, SubmissionMode } from '../../../../shared/status.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { GuardedCatalogue } from '../../../till/catalogue/open-catalogue.ts';
import { systemPrinter } from '../../../till/devices/tried-printer.ts';
import { backupFolderTried } from '../../environment/backups/backup-folder.ts';
import type { OpenEnvironment } from '../../environment/environment.ts';
import { probeGateway } from '../probe-gateway.ts';
import type { ClockKeeping } from './keeps-clock.ts';

/** The sources of the checklist's findings. */
export interface GoLiveFacts {
  readonly opened: () => ReadonlyMap<EnvironmentName, OpenEnvironment>;
  readonly clock: Clock;
  readonly catalogue: Pick<GuardedCatalogue, 'ifOpen'>;
  readonly listPeople: () => readonly Person[];
  /** Returns true once a manager has saved the limits of cashiers. */
  readonly hasLimits: () => boolean;
  /** Returns the receipt printer in the settings, and the printer that last printed a test page, see `printerId`. */
  readonly printer: () => { readonly chosen: string; readonly tried: string | undefined };
  /** Returns the names of the system's printers; omitted if there is no window. */
  readonly printers: (() => Promise<readonly string[]>) | undefined;
  readonly keepsClock: () => Promise<ClockKeeping>;
}

type Detail = GoLiveRowView['detail'];

/** Returns the finding of each row of the checklist; undefined for a row that this terminal does not have. */
export const findings: Readonly<
  Record<GoLiveRow, (facts: GoLiveFacts) => Detail | undefined | Promise<Detail>>
> = {
  articles({ catalogue }) {
    const count = catalogue.ifOpen()?.countOwn();
    if (count === undefined) return { found: 'articles-unknown' };
    return { found: count > 0 ? 'articles-listed' : 'articles-none', count };
  },
  people({ listPeople }) {
    const count = listPeople().length;
    return { found: count > 1 ? 'people-added' : 'people-alone', count };
  },
  limits: (facts) =>
    hasCashier(facts) ? { found: facts.hasLimits() ? 'limits-set' : 'limits-usual' } : undefined,
  shifts(facts) {
    if (!hasCashier(facts)) return undefined;
    const opened = facts.opened();
    const { drawer } = opened.get('production') ?? opened.get('simulation') ?? opened.get('training') ?? {};
    return { found: drawer?.now().isRequired === false ? 'shifts-free' : 'shifts-needed' };
  },
  async printer({ printer, printers }) {
    const { chosen, tried } = printer();
    if (tried === undefined) {
      const isOfSystem = chosen.startsWith(systemPrinter);
      const hasNone = isOfSystem && (await printers?.().catch(() => undefined))?.length === 0;
      return { found: hasNone ? 'printer-none' : 'printer-untried' };
    }
    return { found: tried === chosen ? 'printer-tried' : 'printer-other' };
  },
  backup: ({ opened }) => backupFound(opened()),
  clock: clockFound,
  sale: (facts) => acceptedFound(facts, 'reporting', 'sale'),
  clearance: (facts) => acceptedFound(facts, 'clearance', 'clearance'),
};

/** Returns true when a row with this finding cannot be fulfilled on this machine, so that a manager may waive it. */
export function cannotBeTrue(found: GoLiveFinding, { printers }: Pick<GoLiveFacts, 'printers'>): boolean {
  if (found === 'people-alone' || found === 'printer-none' || found === 'shifts-free') return true;
  // A terminal without a window sells for other programs, which have lists and printers of their own.
  return printers === undefined && /^(articles|limits|printer|backup)-/.test(found);
}

const hasCashier = ({ listPeople }: GoLiveFacts) => listPeople().some(({ role }) => role === 'cashier');

/**
 * Each environment keeps the folder of its backups in its own ledger. Production uses the same folder when it begins,
 * see `backupFolderTried`. So a copy that another environment made there counts for production too.
 */
function backupFound(opened: ReadonlyMap<EnvironmentName, OpenEnvironment>): Detail {
  const production = opened.get('production')?.backups.view();
  const folder = production === undefined ? backupFolderTried(opened) : production.folder;
  if (folder === undefined) return { found: 'backup-no-folder' };
  const used = [...opened.values()]
    .map(({ backups }) => backups.view())
    .filter((view) => view.folder === folder);
  if (used.some(({ failure }) => failure !== undefined)) return { found: 'backup-failed', folder };
  const isThere = ({ last }: Backups) =>
    last !== undefined && path.resolve(path.dirname(last.file)) === path.resolve(folder);
  const made = used.find(isThere)?.last;
  if (made === undefined) return { found: 'backup-not-made', folder };
  return { found: made.sameDisk === true ? 'backup-same-disk' : 'backup-elsewhere', folder };
}

/** The number of milliseconds within which the authority must answer with its time. */
const clockTimeoutMs = 5_000;

/**
 * Asks for the authority's time first: a synchronized clock may still be wrong. If the system does not report
 * synchronization, a clock that agrees with the authority's counts as right.
 */
async function clockFound({ opened, keepsClock, clock }: GoLiveFacts): Promise<Detail> {
  const alarms = [...opened().values()].flatMap(({ monitor }) => monitor.current());
  const wrong = alarms.find(({ kind }) => kind === 'clock');
  if (wrong?.kind === 'clock') return { found: 'clock-wrong', seconds: Math.round(wrong.skewMs / 1_000) };
  const keeping = await keepsClock();
  if (keeping !== 'unknown') return { found: keeping === 'kept' ? 'clock-kept' : 'clock-not-kept' };
  const simulation = opened().get('simulation');
  if (simulation === undefined) return { found: 'clock-unknown' };
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>();
  const cancel = clock.after(clockTimeoutMs, () => resolve(undefined));
  const { network } = simulation;
  const probe = { address: simulation.address(), network, now: () => clock.now() };
  const measured = probeGateway(probe).catch(() => undefined);
  const steps = await Promise.race([measured, tooLate]).finally(cancel);
  const step = steps?.find((one) => one.step === 'clock');
  if (step?.state === 'ok') return { found: 'clock-measured' };
  return step?.state === 'failed'
    ? { found: 'clock-wrong', seconds: Number(step.facts.seconds) }
    : { found: 'clock-unknown' };
}

/**
 * Production's company comes first: its certificate may declare other kinds of documents than simulation's. Until a
 * company has been entered, only a sale is required.
 */
function acceptedFound(
  { opened }: GoLiveFacts,
  mode: SubmissionMode,
  row: 'sale' | 'clearance',
): Detail | undefined {
  const simulation = opened().get('simulation');
  const company = opened().get('production')?.company() ?? simulation?.company();
  const types = company?.certificate.documentTypes ?? '0100';
  if (types[mode === 'clearance' ? 0 : 1] !== '1') return undefined;
  return { found: `${row}-${simulation?.ledger.search.hasAccepted(mode) ? 'accepted' : 'none'}` };
}
