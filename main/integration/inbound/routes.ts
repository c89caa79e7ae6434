import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { reachOf } from '../../base/network/addresses.ts';
import type { Inbound } from './inbound.ts';

export interface InboundRouteOptions {
  readonly inbound: Pick<Inbound, 'take'>;
  readonly path: string;
  /** True to accept plain HTTP from this machine, which training does. All other requests need HTTPS. */
  readonly plainFromLoopback: boolean;
}

/** The largest body in bytes: events are small, and the specification sets no limit. */
const bodyBytes = 64 * 1024;

/** The text of each answer, which contains no part of the event or of a secret. */
const words: Readonly<Record<number, string>> = {
  200: 'taken',
  400: 'malformed, or its time is outside the window',
  401: 'the signature does not fit',
  403: 'HTTPS only',
  404: 'not found',
  413: 'too large',
  503: 'try again later',
};

/** Adds the address for inbound events to a server, in a separate scope, so that bodies stay raw and errors reveal little. */
export function addInboundRoutes(app: FastifyInstance, options: InboundRouteOptions): void {
  const { inbound, path, plainFromLoopback } = options;
  app.register(async (scope) => {
    // The signature is over the bytes as received, so nothing may parse them first, whatever their content type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytes }, (_, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error: FastifyError, _, reply) => {
      const status = error.statusCode ?? 500;
      // After an internal error the event is not stored, and the sender will try again. An invalid content type counts
      // as malformed, since the specification has no separate answer for it.
      const told = status >= 500 ? 503 : status === 415 ? 400 : status;
      return reply.code(told).send({ message: words[told] ?? 'refused' });
    });
    scope.post(path, { bodyLimit: bodyBytes }, async (request, reply) => {
      const status = mayEnter(request, plainFromLoopback) ? await take(inbound, request) : 403;
      return reply.code(status).send({ message: words[status] });
    });
  });
}

function take(inbound: Pick<Inbound, 'take'>, { headers, body }: FastifyRequest) {
  return inbound.take({
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    signature: single(headers['x-service-signature']),
    timestamp: single(headers['x-service-timestamp']),
    deliveryId: single(headers['x-service-delivery']),
  });
}

function mayEnter({ protocol, ip }: FastifyRequest, plainFromLoopback: boolean): boolean {
  return protocol === 'https' || (plainFromLoopback && reachOf(ip) === 'loopback');
}

/** Node joins the values of a repeated header, so the result is no longer a valid signature, number or id. */
function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join() : header;
}
