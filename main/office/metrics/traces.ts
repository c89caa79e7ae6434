import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../base/platform/clock.ts';

/*
 * Traces for the people who run the office, in the protocol of OpenTelemetry (OTLP over HTTP, as JSON). They are sent
 * only if an environment variable names a collector. They show how long each part took, and nothing about a till, a
 * person or a document.
 */

export type Traces = ReturnType<typeof createTraces>;

export interface TracesOptions {
  /** The full address to post to. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
  readonly clock: Clock;
  readonly fetch?: typeof globalThis.fetch;
  /** Called for a failure, once until sending succeeds again. */
  readonly onError: (error: unknown) => void;
}

/** Returns the settings from the usual variables of OpenTelemetry; undefined if they name no collector. */
export function tracesOf(
  env: NodeJS.ProcessEnv,
): Pick<TracesOptions, 'url' | 'headers' | 'service'> | undefined {
  const whole = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '');
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (whole ? `${whole}/v1/traces` : undefined);
  if (url === undefined || env.OTEL_SDK_DISABLED === 'true') return undefined;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new TypeError(`OTEL_EXPORTER_OTLP_ENDPOINT: ${url} is no address`);
  const headerText = env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS ?? '';
  const headers = Object.fromEntries(
    headerText
      .split(',')
      .map((pair) => /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(pair))
      .flatMap((pair) => (pair?.[1] === undefined ? [] : [[pair[1], decodeURIComponent(pair[2] ?? '')]])),
  );
  return { url, headers, service: env.OTEL_SERVICE_NAME || 'khatm-office' };
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly object[];
  readonly status: object;
}

interface Open {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly at: number;
}

/** The protocol's numbers: work inside, work for a request; and a span that failed. */
const [internal, server, failed] = [1, 2, 2];
/** The number of spans that are kept while the collector cannot be reached; later ones are lost. */
const mostWaiting = 2_048;
const mostAtOnce = 512;
/** The number of milliseconds between two transmissions. */
const sendsEvery = 5_000;
const timeoutMs = 10_000;

const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
const whole = (key: string, value: number) => ({ key, value: { intValue: String(value) } });
const nanoseconds = (milliseconds: number) => String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n);

/** Gathers and sends spans; those that cannot be sent are lost, since traces must never fill the memory. */
function createSender(options: TracesOptions) {
  const { url, headers, service, clock, fetch = globalThis.fetch, onError } = options;
  let waiting: Span[] = [];
  let sending = Promise.resolve();
  let isFailing = false;
  let cancel: (() => void) | undefined;
  let isStopped = false;

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      const scopeSpans = [{ scope: { name: 'khatm' }, spans }];
      const resource = { attributes: [text('service.name', service)] };
      try {
        const { ok, status } = await fetch(url, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
          signal: AbortSignal.timeout(timeoutMs),
          redirect: 'error',
        });
        if (!ok) throw new Error(`the collector answered ${status}`);
        isFailing = false;
      } catch (error) {
        if (!isFailing) onError(error);
        isFailing = true;
        return;
      }
    }
  }

  return {
    keep(span: Span): void {
      if (waiting.length < mostWaiting) waiting.push(span);
      if (isStopped) return;
      cancel ??= clock.after(sendsEvery, () => {
        cancel = undefined;
        sending = send();
      });
    },
    async stop(): Promise<void> {
      isStopped = true;
      cancel?.();
      await sending;
      await send();
    },
  };
}

export function createTraces(options: TracesOptions) {
  const { clock } = options;
  const { keep, stop } = createSender(options);
  const open = new WeakMap<FastifyRequest, Open>();
  /** Spans are timed by the monotonic clock, so that changes of the system's clock do not matter. */
  const zero = clock.now() - clock.monotonic();
  const now = () => zero + clock.monotonic();

  return {
    attach(app: FastifyInstance) {
      app.addHook('onRequest', async (request) => {
        const [, traceId = randomBytes(16).toString('hex'), parentSpanId] =
          /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(String(request.headers.traceparent)) ?? [];
        open.set(request, { traceId, spanId: randomBytes(8).toString('hex'), parentSpanId, at: now() });
      });
      app.addHook('onResponse', async (request, reply) => {
        const span = open.get(request);
        if (span === undefined) return;
        const { at, traceId, spanId, parentSpanId } = span;
        // The route as the code names it, never the requested address.
        const route = request.routeOptions.url ?? 'unknown';
        keep({
          ...{ traceId, spanId, ...(parentSpanId !== undefined && { parentSpanId }) },
          ...{ name: `${request.method} ${route}`, kind: server },
          ...{ startTimeUnixNano: nanoseconds(at), endTimeUnixNano: nanoseconds(now()) },
          attributes: [
            text('http.request.method', request.method),
            text('http.route', route),
            whole('http.response.status_code', reply.statusCode),
          ],
          status: reply.statusCode >= 500 ? { code: failed } : {},
        });
      });
    },
    async within<T>(request: FastifyRequest, name: string, work: () => Promise<T>): Promise<T> {
      const parent = open.get(request);
      const at = now();
      let status: object = { code: failed };
      try {
        const result = await work();
        status = {};
        return result;
      } finally {
        if (parent !== undefined)
          keep({
            ...{
              traceId: parent.traceId,
              spanId: randomBytes(8).toString('hex'),
              parentSpanId: parent.spanId,
            },
            ...{ name, kind: internal, attributes: [], status },
            ...{ startTimeUnixNano: nanoseconds(at), endTimeUnixNano: nanoseconds(now()) },
          });
      }
    },
    stop,
  };
}
