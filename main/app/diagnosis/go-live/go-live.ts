import type { FlowKind } from '../../../../shared/contract/terminal/credentials.ts';
import { fail, refuseInput } from '../../../../shared/failure.ts';
import {
  type GoLiveRow,
  type GoLiveRowView,
  goLiveFindings,
  goLiveRows,
  missingOf,
  type WaivableRow,
} from '../../../../shared/go-live.ts';
import type { Environment as EnvironmentName } from '../../../../shared/status.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { Settings } from '../../../base/platform/settings.ts';
import type { OpenEnvironment } from '../../environment/environment.ts';
import { cannotBeTrue, findings, type GoLiveFacts } from './findings.ts';
import { createFirstDay } from './first-day.ts';
import { createWaivers } from './waivers.ts';

export interface GoLiveOptions extends GoLiveFacts {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly onScreen: () => EnvironmentName;
  /** Returns the environments that are set up, open or not. */
  readonly begun: () => readonly EnvironmentName[];
  /** Refuses an environment while there is a sample shop. @throws FailureError `sample-shop` */
  readonly refuse: (environment: EnvironmentName) => void;
}

/** A manager's confirmation that production begins. */
type Confirm = 'production' | undefined;

/** The checklist of this terminal before it goes live. */
export function createGoLive(options: GoLiveOptions) {
  const { opened, clock, settings, onScreen, begun } = options;
  const waivers = createWaivers(settings);

  async function rowOf(row: GoLiveRow): Promise<GoLiveRowView | undefined> {
    const detail = await findings[row](options);
    if (detail === undefined) return undefined;
    if (goLiveFindings[detail.found]) return { id: row, state: 'done', mayBeWaived: false, detail };
    const mayBeWaived = cannotBeTrue(detail.found, options);
    const waiver = mayBeWaived ? waivers.of(row) : undefined;
    if (waiver === undefined) return { id: row, state: 'missing', mayBeWaived, detail };
    const { by, at } = waiver;
    return {
      id: row,
      state: 'waived',
      mayBeWaived,
      detail: { ...detail, by, at: new Date(at).toISOString() },
    };
  }

  async function rows(): Promise<GoLiveRowView[]> {
    const found = await Promise.all(goLiveRows.map(rowOf));
    return found.filter((row) => row !== undefined);
  }

  async function check(): Promise<readonly GoLiveRowView[]> {
    const found = await rows();
    const missing = missingOf({ rows: found });
    if (missing.length > 0) fail('go-live-missing', { detail: { rows: missing.join(', ') } });
    return found;
  }

  function refuseNobody(environment: EnvironmentName): void {
    options.refuse(environment);
    if (environment !== 'training' && options.listPeople().length === 0) fail('no-manager');
  }

  /** If production has begun but could not be opened, a shop may depend on it, so it is not checked. */
  const isLive = () => begun().includes('production') && hasBeenLive(opened().get('production'));

  return {
    firstDay: createFirstDay({ settings, isLive, rowOf }),
    async view() {
      const needed = !isLive();
      return { needed, onScreen: onScreen(), rows: needed ? await rows() : [] };
    },
    /** Waives a row, or no longer. @throws FailureError `bad-input` for a row that can be fulfilled here */
    async waive(row: WaivableRow, waived: boolean, by: string) {
      if (waived && (await rowOf(row))?.mayBeWaived === false)
        refuseInput(['row'], 'row-can-be-true', 'can be settled on this machine');
      waivers.set(row, waived ? { by, at: clock.now() } : undefined);
    },
    /**
     * Refuses to show an environment beyond training while there is no manager, and to begin production unconfirmed or
     * while a row is missing. A terminal whose production has already begun is not checked for rows.
     * @throws FailureError `no-manager`, `bad-input`, `go-live-missing` with `detail.rows`, the rows joined by commas
     */
    async checkShow(environment: EnvironmentName, confirm: Confirm) {
      refuseNobody(environment);
      if (environment !== 'production') return;
      if (!opened().has('production')) refuseUnconfirmed(confirm);
      if (!begun().includes('production')) await check();
    },
    /**
     * Refuses a certificate beyond training while there is no manager, and the first one of production unconfirmed or
     * while a row is missing. A terminal that has been live, or whose onboarding is in progress, is not checked for rows.
     * @returns the rows, for the audit log
     * @throws FailureError as `checkShow`
     */
    async checkFlow(environment: EnvironmentName, kind: FlowKind, confirm: Confirm) {
      refuseNobody(environment);
      if (environment !== 'production' || kind !== 'onboarding') return [];
      refuseUnconfirmed(confirm);
      return isLive() ? [] : check();
    },
  };
}

export type GoLive = ReturnType<typeof createGoLive>;

function refuseUnconfirmed(confirm: Confirm): void {
  if (confirm !== 'production') refuseInput(['confirm'], 'required', 'production must be confirmed');
}

/** Returns true for a ledger that has issued, or has had a certificate, or whose onboarding is in progress. */
function hasBeenLive(production: OpenEnvironment | undefined): boolean {
  if (production === undefined) return true;
  const { ledger, credentials } = production;
  return (
    credentials.flow.view() !== undefined ||
    ledger.credentials.history().some(({ stage }) => stage === 'production') ||
    ledger.search.counts().issued > 0
  );
}
