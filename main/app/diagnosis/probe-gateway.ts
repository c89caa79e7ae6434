import { type FindingName, found, type StepResult } from '../../../shared/diagnosis.ts';
import type { Network } from '../../base/network/network.ts';
import { type Reach, reach } from '../../base/network/reach.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import { askHeaders } from '../../gateway/transport.ts';
import { toleratedSkewMs } from '../environment/monitor/clock-monitor.ts';

/* Checks the connection to the authority step by step, and compares this machine's clock with the authority's. */

export interface GatewayProbe {
  /** The address of the gateway; undefined in training, whose authority is inside the program. */
  readonly address: string | undefined;
  readonly network: Pick<Network, 'proxyFor' | 'certificatesFor' | 'fetchFor'>;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

const notTried: readonly FindingName[] = [
  'name-not-tried',
  'connection-not-tried',
  'tls-not-tried',
  'answer-not-tried',
];

export async function probeGateway({ address, network, now }: GatewayProbe): Promise<StepResult[]> {
  if (address === undefined)
    return [found('clock-unknown'), found('proxy-training'), ...notTried.map((finding) => found(finding))];
  const way = await reach(new URL(address), network);
  const steps = stepsOf(way, new URL(address).hostname);
  if (way.failedAt !== undefined) return [found('clock-unknown'), ...steps, found('answer-not-tried')];

  const begunAt = now();
  const headers = await askHeaders({ baseUrl: address, fetch: network.fetchFor('gateway') });
  if (headers === undefined) return [found('clock-unknown'), ...steps, found('answer-none')];
  return [clockStep(headers.get('date'), begunAt, now()), ...steps, found('answer-came')];
}

function clockStep(date: string | null, begunAt: number, endedAt: number): StepResult {
  const serverTime = Date.parse(date ?? '');
  if (Number.isNaN(serverTime) || endedAt < begunAt) return found('clock-unknown');
  const skew = Math.round((begunAt + endedAt) / 2 - serverTime);
  if (Math.abs(skew) <= toleratedSkewMs) return found('clock-right');
  return found('clock-wrong', { seconds: Math.round(skew / 1_000) });
}

/** Returns the steps up to encryption. After a failed step, the others are not tried. */
function stepsOf(way: Reach, target: string): StepResult[] {
  const { failedAt, proxy, host, port, validTo } = way;
  const facts = { host, port, proxy: proxy ?? '', issuer: way.issuer ?? '' };
  const rest = (from: number) => notTried.slice(from, 3).map((finding) => found(finding));
  const proxyStep = proxy === undefined ? found('proxy-none') : found('proxy-lets-through', { proxy });
  const nameStep = proxy === undefined ? found('name-known', { host }) : found('name-by-proxy');
  switch (failedAt) {
    case 'password':
      return [found('proxy-locked'), ...rest(0)];
    case 'name':
    case 'connection':
      if (proxy !== undefined) return [found('proxy-unreachable', { proxy }), ...rest(0)];
      return failedAt === 'name'
        ? [proxyStep, found('name-unknown', { host }), ...rest(1)]
        : [proxyStep, nameStep, found('connection-closed', { host, port }), ...rest(2)];
    case 'proxy': {
      const finding = way.fault === 'proxy-credentials' ? 'proxy-credentials' : 'proxy-refused';
      return [found(finding, { proxy: facts.proxy, host: target }), ...rest(0)];
    }
    case 'tls':
      return [
        proxyStep,
        nameStep,
        found('connection-open', { host, port }),
        found(tlsFinding(way.fault), { host: target, issuer: facts.issuer }),
      ];
    default:
      return [
        proxyStep,
        nameStep,
        found('connection-open', { host, port }),
        validTo === undefined
          ? found('tls-not-tried')
          : found('tls-good', { until: riyadhDateTime(validTo).date }),
      ];
  }
}

function tlsFinding(fault: Reach['fault']): FindingName {
  switch (fault) {
    case 'tls-expired':
    case 'tls-not-yet':
    case 'tls-self-signed':
    case 'tls-unknown-issuer':
    case 'tls-host':
      return fault;
    default:
      return 'tls-broken';
  }
}
