import path from 'node:path';
import type { FailureCode } from '../../../shared/failure.ts';
import type { Mark } from '../../../shared/stored/program/updates.ts';
import type { UpdateTrouble, UpdateWait } from '../../../shared/update.ts';
import { makeFolder } from '../../base/platform/files/make-folder.ts';
import { backUp } from '../../books/backup/back-up.ts';
import { besidesOf } from '../../books/backup/beside.ts';
import type { AuditAction } from '../../books/ledger/audit/audit-actions.ts';
import { isUnresolved } from '../../books/ledger/cards/card-payment.ts';
import { firstFault } from '../../books/ledger/check/first-fault.ts';
import { migrations as ledgerMigrations } from '../../books/ledger/database/schema/index.ts';
import { authorityProfile } from '../../gateway/profile.ts';
import { migrations as integrationMigrations } from '../../integration/store/schema.ts';
import { migrations as catalogueMigrations } from '../../till/catalogue/schema.ts';
import { documentReaders } from '../../till/issue/document-readers.ts';
import { migrations as terminalMigrations } from '../../till/people/schema.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Schemas } from '../updates/manifest.ts';
import { presentSchemas } from '../updates/present-schemas.ts';
import { placeInStage } from '../updates/stage.ts';
import { updatesFolder } from '../updates/state.ts';
import { trustedKeys } from '../updates/trusted-keys.ts';
import { createUpdateService, type UpdateService } from '../updates/update-service.ts';
import { createUpdateSettings } from '../updates/update-settings.ts';
import { createUpdater, type Health, type UpdateEvent } from '../updates/updater.ts';
import type { OpenEnvironments } from './open-environments.ts';
import type { TerminalUpdatesOptions } from './options.ts';
import { pauseSending } from './pause-sending.ts';
import type { TerminalContext } from './terminal-context.ts';

/** The schemas in which this version writes its databases. */
export const ownSchemas: Schemas = {
  ledger: ledgerMigrations.length,
  terminal: terminalMigrations.length,
  catalogue: catalogueMigrations.length,
  integration: integrationMigrations.length,
};

/** The number of milliseconds from the time-out of a call until its row is written, at most. */
const settlesWithin = 5_000;

interface Parts {
  readonly context: TerminalContext;
  readonly environments: Pick<OpenEnvironments, 'all' | 'current'>;
  readonly terminalId: string;
  readonly audit: (actor: string, action: AuditAction, detail?: unknown) => void;
  readonly options: TerminalUpdatesOptions | undefined;
}

export function createTerminalUpdates({
  context,
  environments,
  terminalId,
  audit,
  options,
}: Parts): UpdateService {
  const { clock, random, version, report, quietly } = context;
  const folder = updatesFolder(context.folder);
  const settings = createUpdateSettings(context.settings, context.policy.updates ?? {});
  const { installer, keys = trustedKeys, onStep } = options ?? {};
  const opened = () => [...environments.all().values()];
  // If there is a real environment, training is not opened again after a start, so it could not be compared.
  const lasting = () => {
    const real = opened().filter(({ environment }) => environment !== 'training');
    return real.length > 0 ? real : opened();
  };
  const quiet = {
    waits: () => waitOf(opened()),
    pauseSending: () => pauseSending(opened()),
    sendingEndsMs: authorityProfile.limits.timeoutMs + settlesWithin,
  };
  const onError = report('updating');
  const updater = createUpdater({
    folder,
    here: () => ({
      version,
      platform: process.platform,
      arch: process.arch,
      kind: installer?.kind ?? 'tar',
      ring: settings.ring,
      place: placeInStage(terminalId),
      schemas: presentSchemas(context.folder),
      keys,
    }),
    schemasRead: ownSchemas,
    serials: settings.serials,
    installer,
    clock,
    ...quiet,
    prepare: () => prepare(lasting(), context.folder, clock.now(), onError),
    onEvent: (event) => quietly('writing of an update', () => recordUpdate(event, audit)),
    onError,
    ...(onStep && { onStep }),
  });
  return createUpdateService({
    updater,
    settings,
    folder,
    version,
    installer,
    isByHand: options?.isByHand === true,
    clock,
    random,
    fetch: () => environments.current().network.fetchFor('updates'),
    ...quiet,
    health: (installing) => isHealthy(installing, environments.all(), clock.now(), onError),
    end: options?.end ?? (() => undefined),
    onChange: () => context.events.emitStatus(),
    onError,
  });
}

function recordUpdate({ is, ...detail }: UpdateEvent, audit: Parts['audit']): void {
  audit('by' in detail ? detail.by : 'updates', `update.${is}`, detail);
}

type Opened = Pick<
  OpenEnvironment,
  'environment' | 'ledger' | 'company' | 'backups' | 'ready' | 'unready' | 'network' | 'address' | 'hasOthers'
>;

/** This is read from the rows, since another program on the same folder may be selling. */
function waitOf(opened: readonly Opened[]): UpdateWait | undefined {
  if (opened.some(({ ledger }) => ledger.baskets.anyOpen())) return 'basket';
  if (opened.some(({ ledger }) => ledger.cards.open().some(isUnresolved))) return 'card';
  const isSending = ({ ledger }: Opened) => ledger.search.list({ states: ['sending'], limit: 1 }).total > 0;
  // The other program would continue in the old version beside the new one.
  if (opened.some((one) => one.hasOthers())) return 'programs';
  return opened.some(isSending) ? 'sending' : undefined;
}

/** Makes a backup of every environment and recomputes its books. */
async function prepare(
  opened: readonly Opened[],
  dataFolder: string,
  now: number,
  onError: (error: unknown) => void,
): Promise<readonly Mark[] | UpdateTrouble> {
  const marks: Mark[] = [];
  for (const one of opened) {
    const { environment, ledger, unready } = one;
    if (unready?.code === 'ledger-broken') return 'books-broken';
    try {
      await backUpOne(one, dataFolder, now);
    } catch (error) {
      onError(error);
      return 'backup-failed';
    }
    if (firstFault(await ledger.checkBooks(documentReaders)) !== undefined) return 'books-broken';
    const head = ledger.chain.head();
    marks.push({ environment, id: ledger.id, icv: head?.icv ?? 0, hash: head?.hash ?? '' });
  }
  return marks;
}

/** The backups are written into the folder chosen for backups, otherwise into the terminal's own. */
async function backUpOne(
  { environment, ledger, company, backups }: Opened,
  dataFolder: string,
  now: number,
): Promise<void> {
  const vatNumber = company()?.vatNumber;
  // If there is no company, nothing was ever issued.
  if (vatNumber === undefined) return;
  const { folder: chosen } = backups.view();
  if (chosen !== undefined) return backups.run();
  const folder = path.join(updatesFolder(dataFolder), 'backup', environment);
  const scratch = path.join(dataFolder, environment);
  makeFolder(folder);
  await backUp({
    ledger,
    folder,
    vatNumber,
    now,
    readers: documentReaders,
    besides: besidesOf(scratch),
    scratch,
    keep: 1,
  });
}

/** The failures that an update may have caused; all others had their cause before. */
const unhealthy: readonly FailureCode[] = [
  'ledger-broken',
  'ledger-newer',
  'ledger-old',
  'ledger-forked',
  'ledger-lost',
  'ledger-copied',
  'clock-back',
  'clock-ahead',
  'vault-unavailable',
  'internal',
];

/** Checks that every ledger is open and goes on from its end, with a known gateway and no clock set back. */
async function isHealthy(
  { marks, at }: Parameters<Health>[0],
  all: ReturnType<OpenEnvironments['all']>,
  now: number,
  onError: (error: unknown) => void,
): Promise<boolean> {
  if (now < at) return false;
  for (const { environment, id, icv, hash } of marks) {
    const open = all.get(environment);
    if (open === undefined) return false;
    try {
      await open.ready().catch(() => undefined);
      const { ledger, unready } = open;
      const head = ledger.chain.head();
      const isTip = icv === 0 || ledger.chain.hashAt(icv) === hash;
      if (ledger.id !== id || !isTip || (head?.icv ?? 0) < icv) return false;
      if (unready !== undefined && unhealthy.includes(unready.code)) return false;
      // This throws if the stored network settings are no longer valid.
      await open.network.view();
      if (!URL.canParse(open.address())) return false;
    } catch (error) {
      onError(error);
      return false;
    }
  }
  return true;
}
