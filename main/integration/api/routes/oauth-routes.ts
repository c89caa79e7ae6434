import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiScopes } from '../../../../shared/contract/programs/integration.ts';
import type { AuthorizationStep } from '../../oauth/authorization-endpoint.ts';
import type { OAuth } from '../../oauth/oauth-server.ts';
import { grantTypes, type OAuthAnswer } from '../../oauth/token-endpoint.ts';
import { RequestProblemError } from '../../problem.ts';
import { askAgainAfter, endPage, pageHeaders, waitingPage } from './approval-page.ts';
import { parseForm } from './form-body.ts';

/** The largest form in bytes, larger than any honest one. */
const formBytes = 16 * 1024;

export function addOAuthRoutes(app: FastifyInstance, oauth: OAuth): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytes },
    async (_request: FastifyRequest, body: string | Buffer) => parseForm(String(body)),
  );
  // An error in the form is answered as OAuth requires (RFC 6749 §5.2), which allows only 400.
  app.setErrorHandler((error: unknown, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0;
    const malformed = error instanceof RequestProblemError && error.code === 'bad-request';
    if (request.method !== 'POST' || !(malformed || (status >= 400 && status < 500))) throw error;
    return sendAnswer(reply, {
      status: status === 413 ? 413 : 400,
      headers: {},
      body: { error: 'invalid_request', error_description: 'The body must be one well-encoded form' },
    });
  });

  const formOf = (request: FastifyRequest) => ({
    parameters: (request.body ?? {}) as Record<string, string>,
    authorization: request.headers.authorization,
  });

  app.post('/oauth/token', { config: { budget: 'tokens' } }, async (request, reply) =>
    sendAnswer(reply, await oauth.token(formOf(request))),
  );
  app.post('/oauth/revoke', async (request, reply) => sendAnswer(reply, await oauth.revoke(formOf(request))));

  // A HEAD request must not put a question to a person.
  app.get('/oauth/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const query = parseForm(request.url.split('?', 2)[1] ?? '');
    return sendStep(reply, await oauth.authorize(query, { issuer: issuerOf(request), address: request.ip }));
  });
  app.get('/oauth/authorize/:ticket', { exposeHeadRoute: false }, async (request, reply) => {
    const { ticket } = request.params as { ticket: string };
    const step = await oauth.poll(ticket, { issuer: issuerOf(request) });
    if (step === undefined)
      return sendPage(reply, 404, endPage('There is no such request, or it has ended.'));
    if ('kind' in step) return sendStep(reply, step);
    return sendPage(reply.header('refresh', String(askAgainAfter)), 200, waitingPage(step));
  });

  app.get('/.well-known/oauth-authorization-server', async (request) => metadata(issuerOf(request)));
}

/** Returns the address by which the terminal was reached; it may have several. */
export const issuerOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;

function metadata(issuer: string): object {
  const methods = ['client_secret_basic', 'client_secret_post', 'none'];
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: methods,
    scopes_supported: apiScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  };
}

function sendAnswer(reply: FastifyReply, { status, headers, body }: OAuthAnswer): FastifyReply {
  return reply.code(status).headers(headers).type('application/json').send(body);
}

function sendStep(reply: FastifyReply, step: AuthorizationStep): FastifyReply {
  switch (step.kind) {
    case 'wait':
      return reply.redirect(`/oauth/authorize/${step.ticket}`, 303);
    case 'redirect':
      return reply.header('referrer-policy', 'no-referrer').redirect(step.to, 302);
    case 'refused':
      return sendPage(reply, 400, endPage(step.message));
  }
}

function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply.code(status).headers(pageHeaders).send(html);
}
