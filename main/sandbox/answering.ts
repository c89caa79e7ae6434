import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import Fastify, { type FastifyError } from 'fastify';
import { refuseTwofoldHeaders } from '../base/platform/connections.ts';
import type { SandboxContext } from './context.ts';
import { addGatewayRoutes } from './gateway-routes.ts';
import { addSwitchRoutes } from './switch-routes.ts';

/** Adds the routes. @param server already listens, and is closed by its owner */
export async function createAnswering(server: Server, context: SandboxContext, makeOtp: () => string) {
  const { profile, clock, play } = context;
  const app = Fastify({ bodyLimit: profile.limits.requestBytes, serverFactory: () => server });
  refuseTwofoldHeaders(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Sandbox', 'not the tax authority');
    reply.header('Date', new Date(clock.now()).toUTCString());
    // Refuses web pages whose host name points at this machine (DNS rebinding), and requests from other sites, which
    // browsers mark with their origin.
    const isLocal = ['127.0.0.1', 'localhost'].includes(request.hostname);
    const from = request.headers.origin ?? `http://${request.host}`;
    if (!isLocal || from !== `http://${request.host}`)
      return reply.code(403).send({ message: 'this machine only' });
  });
  app.setErrorHandler((error: FastifyError, _, reply) => {
    const status = error.statusCode ?? 500;
    const message = status < 500 ? error.message : 'The sandbox failed';
    return reply.code(status).send({ category: 'HTTP-Errors', code: 'Invalid-Request', message });
  });
  addGatewayRoutes(app, play.basePath, context);
  addSwitchRoutes(app, context, makeOtp);
  await app.ready();
  return {
    answer: (request: IncomingMessage, response: ServerResponse) => app.routing(request, response),
    close: () => app.close(),
  };
}
