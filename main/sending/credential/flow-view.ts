import type { Company } from '../../../shared/company.ts';
import type {
  FlowView,
  SeriesDocument,
  SeriesResult,
} from '../../../shared/contract/terminal/credentials.ts';
import type { OnboardingStep } from '../../../shared/contract/terminal/terminal.ts';
import type { Flow, SeriesRow } from '../../books/ledger/credentials/credential-flows.ts';
import { isMatterOfClock } from './check-issued.ts';
import { seriesFor } from './compliance-series.ts';

/** The work in progress in this process, in memory only: after a crash there is none. */
export interface Running {
  readonly step: OnboardingStep['step'];
  readonly document?: SeriesDocument | undefined;
}

const order = ['key', 'compliance', 'series', 'production', 'done'] as const;

interface Progress {
  readonly hasCompliance: boolean;
  readonly running: Running | undefined;
  /** True while another process runs the flow: then the rows show how far it is. */
  readonly isElsewhere: boolean;
}

export function flowView(
  flow: Flow,
  { hasCompliance, running: here, isElsewhere }: Progress,
  series: readonly SeriesRow[],
  documentTypes: Company['certificate']['documentTypes'],
): FlowView {
  const documents = seriesFor(documentTypes).map((document) => resultOf(document, series, here));
  const passed = documents.filter(({ state }) => state === 'passed').length;
  const reached = hasCompliance ? (passed === documents.length ? 'production' : 'series') : 'compliance';
  const running = here ?? (isElsewhere ? { step: reached } : undefined);
  const at = order.indexOf(running?.step ?? reached);
  const steps = order.map((step, index): OnboardingStep => {
    const counts = step === 'series' && index <= at ? { done: passed, of: documents.length } : {};
    if (index < at) return { step, state: 'done', ...counts };
    if (index > at) return { step, state: 'waiting' };
    if (running !== undefined) return { step, state: 'running', ...counts };
    return { step, state: flow.failure === undefined ? 'waiting' : 'failed', ...counts };
  });
  return {
    kind: flow.kind,
    startedAt: new Date(flow.startedAt).toISOString(),
    running: running !== undefined,
    steps,
    series: documents,
    // If only the clock was wrong, the pair is in the vault and needs no new password.
    needsOtp:
      running === undefined &&
      !hasCompliance &&
      !(flow.failure !== undefined && isMatterOfClock(flow.failure)),
    failure: running === undefined ? flow.failure : undefined,
  };
}

function resultOf(
  document: SeriesDocument,
  rows: readonly SeriesRow[],
  running: Running | undefined,
): SeriesResult {
  const row = rows.find((each) => each.document === document);
  const state = running?.document === document ? 'running' : (row?.state ?? 'waiting');
  return {
    document,
    state,
    ...(row?.httpStatus !== undefined && { httpStatus: row.httpStatus }),
    messages: [...(row?.messages ?? [])],
  };
}
