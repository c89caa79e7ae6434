import { randomUUID } from 'node:crypto';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { ApiScope } from '../../../shared/contract/integration.ts';
import type { Database } from '../../ledger/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { type ApprovalState, type Approvals, type AuthorizationQuery, createApprovals } from './approvals.ts';
import { type Clients, createClients } from './clients.ts';
import { createModel } from './model.ts';
import { createTokens, tokenLifetimes } from './tokens.ts';

/** An answer of the OAuth endpoints: `body` is JSON. */
export interface OAuthAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Parameters of a form, each once, and the Authorization header. */
export interface FormRequest {
  readonly parameters: Readonly<Record<string, string>>;
  readonly authorization?: string | undefined;
}

/** What an authorization request leads to. */
export type AuthorizationStep =
  | { readonly kind: 'wait'; readonly ticket: string }
  | { readonly kind: 'redirect'; readonly to: string }
  /** Nowhere to send the browser: the client or the redirect address is not known. */
  | { readonly kind: 'refused'; readonly message: string };

/** Who calls: a client with a token that holds the scope. */
export interface Caller {
  readonly clientId: string;
}

/** Why a call is not let through (RFC 6750 §3.1). */
export class BearerError extends Error {
  readonly reason: 'missing' | 'invalid_token' | 'insufficient_scope';

  constructor(reason: BearerError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

export interface OAuth {
  readonly clients: Clients;
  readonly approvals: Approvals;
  /** The token endpoint (RFC 6749 §3.2). */
  token(request: FormRequest): Promise<OAuthAnswer>;
  /** The revocation endpoint (RFC 7009). */
  revoke(request: FormRequest): OAuthAnswer;
  /**
   * An app's authorization request: refused, or put before a person.
   * @param from `issuer`: under which the browser knows this server; `address`: the browser's own
   */
  authorize(
    query: AuthorizationQuery,
    from: { readonly issuer: string; readonly address: string },
  ): Promise<AuthorizationStep>;
  /** How a request stands, for the browser that waits with its ticket; undefined when there is none. */
  poll(
    ticket: string,
    from: { readonly issuer: string },
  ): Promise<(ApprovalState & { state: 'pending' }) | AuthorizationStep | undefined>;
  /** Lets a call through. @throws BearerError, FailureError */
  authenticate(authorization: string | undefined, scope: ApiScope): Promise<Caller>;
}

export interface OAuthOptions {
  readonly clock: Clock;
  /** Hears what went wrong inside; callers are told nothing of it. */
  readonly onError: (error: unknown) => void;
  /** An app waits for a person's answer. */
  readonly onApproval?: (() => void) | undefined;
}

/** The password grant, which the library knows, and all others do not exist here. */
export const grantTypes = ['client_credentials', 'authorization_code', 'refresh_token'] as const;

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

/**
 * The authorization server over an integration database. The protocol is @node-oauth/oauth2-server's; its model, the
 * person's approval and revocation (which it does not have) are here.
 */
export function createOAuth(database: Database, { clock, onError, onApproval }: OAuthOptions): OAuth {
  const clients = createClients(database, clock);
  const tokens = createTokens(database, clock);
  const approvals = createApprovals(database, clock);
  const options = {
    accessTokenLifetime: tokenLifetimes.access,
    refreshTokenLifetime: tokenLifetimes.refresh,
    authorizationCodeLifetime: tokenLifetimes.code,
    // For expires_in, see the model.
    allowExtendedTokenAttributes: true,
    // An app on a person's device has no secret; the model refuses whoever has one and does not send it.
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
    allowEmptyState: true,
  };
  const server = new OAuth2Server({
    ...options,
    model: createModel({ clients, tokens }, { rehearsal: false }),
  });
  const rehearsal = new OAuth2Server({
    ...options,
    model: createModel({ clients, tokens }, { rehearsal: true }),
  });

  /** Runs the library's authorization endpoint for a person; gives where the browser has to go, if anywhere. */
  async function runAuthorize(on: OAuth2Server, query: AuthorizationQuery, person: string) {
    const request = new OAuth2Server.Request({ method: 'GET', headers: {}, query: { ...query } });
    const response = new OAuth2Server.Response();
    const user = { family: randomUUID(), person };
    try {
      const code = await on.authorize(request, response, { authenticateHandler: { handle: () => user } });
      return { code, location: response.get('location') as string };
    } catch (error) {
      const location = response.get('location') as string | undefined;
      if (isInternal(error)) throw innerOf(error);
      return { location, message: error instanceof Error ? error.message : '' };
    }
  }

  function revokeToken({ parameters, authorization }: FormRequest): OAuthAnswer {
    const { token, client_id, client_secret } = parameters;
    if (isTwofold({ parameters, authorization })) return twofold;
    const [id, secret] = authorization === undefined ? [client_id, client_secret] : readBasic(authorization);
    const client = id === undefined ? undefined : clients.authenticate(id, secret);
    if (client === undefined) return invalidClient(id !== undefined && secret !== undefined);
    if (token === undefined) return refusal(400, 'invalid_request', 'Missing parameter: `token`');
    // Whether it was a token of this client or none at all, it is of no use now (RFC 7009 §2.2).
    tokens.revoke(client.id, token);
    return { status: 200, headers: noStore, body: {} };
  }

  /** The library finds this out once it has spent the token, and the app would have to ask its person again. */
  function asksForMore({ grant_type, refresh_token, scope }: FormRequest['parameters']): boolean {
    if (grant_type !== 'refresh_token' || refresh_token === undefined || scope === undefined) return false;
    const grant = tokens.findRefresh(refresh_token);
    return grant !== undefined && !scope.split(' ').every((one) => (grant.scopes as string[]).includes(one));
  }

  function unavailable(error: unknown): OAuthAnswer {
    onError(innerOf(error));
    return refusal(503, 'server_error', 'Try again later');
  }

  return {
    clients,
    approvals,
    async token({ parameters, authorization }) {
      if (isTwofold({ parameters, authorization })) return twofold;
      if (parameters.grant_type !== undefined && !isGrantType(parameters.grant_type))
        return refusal(400, 'unsupported_grant_type', 'This grant type does not exist here');
      const request = new OAuth2Server.Request({
        method: 'POST',
        // The form is parsed already; the library looks at its type and whether there is one.
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': '1',
          ...(authorization !== undefined && { authorization }),
        },
        query: {},
        body: { ...parameters },
      });
      const response = new OAuth2Server.Response();
      try {
        if (asksForMore(parameters))
          return refusal(400, 'invalid_scope', 'The refresh token was granted less');
        await server.token(request, response);
        return { status: 200, headers: noStore, body: response.body };
      } catch (error) {
        if (isInternal(error)) return unavailable(error);
        const { name, message } = error as OAuth2Server.OAuthError;
        if (name !== 'invalid_client') return refusal(400, name, message);
        const { client_id, client_secret } = parameters;
        return invalidClient(
          authorization !== undefined || (client_id !== undefined && client_secret !== undefined),
        );
      }
    },

    revoke({ parameters, authorization }) {
      try {
        return revokeToken({ parameters, authorization });
      } catch (error) {
        return unavailable(error);
      }
    },

    async authorize(query, { issuer, address }) {
      const { code, location, message } = await runAuthorize(rehearsal, query, '');
      if (code === undefined) return answerStep(location, message, query, issuer);
      const scopes = (code.scope ?? []) as ApiScope[];
      const ticket = approvals.ask({ clientId: code.client.id, scopes, query, address });
      if (ticket === undefined) {
        const busy = new URLSearchParams({ error: 'temporarily_unavailable' });
        return answerStep(`${code.redirectUri}?${busy}`, undefined, query, issuer);
      }
      onApproval?.();
      return { kind: 'wait', ticket };
    },

    async poll(ticket, { issuer }) {
      const decision = approvals.take(ticket);
      if (decision === undefined || decision.state === 'pending') return decision;
      const query = { ...decision.request, ...(decision.state === 'denied' && { allowed: 'false' }) };
      const { location, message } = await runAuthorize(server, query, decision.person);
      return answerStep(location, message, decision.request, issuer);
    },

    async authenticate(authorization, scope) {
      // Another scheme is as good as no header; the name of a scheme has no case (RFC 9110 §11.1).
      const [, token] = /^bearer +(.*)$/i.exec(authorization ?? '') ?? [];
      const request = new OAuth2Server.Request({
        method: 'GET',
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        query: {},
      });
      try {
        const { client } = await server.authenticate(request, new OAuth2Server.Response(), {
          scope: [scope],
          addAcceptedScopesHeader: false,
          addAuthorizedScopesHeader: false,
        });
        return { clientId: client.id };
      } catch (error) {
        if (isInternal(error)) throw innerOf(error);
        const { name } = error as OAuth2Server.OAuthError;
        if (token === undefined) throw new BearerError('missing');
        throw new BearerError(name === 'insufficient_scope' ? name : 'invalid_token');
      }
    },
  };
}

/**
 * Where the browser goes with the answer: with the request's own state, also where the library did not like it (RFC 6749
 * §4.1.2.1), and with who answers (RFC 9207).
 */
function answerStep(
  location: string | undefined,
  message: string | undefined,
  { state }: AuthorizationQuery,
  issuer: string,
): AuthorizationStep {
  if (location === undefined) return { kind: 'refused', message: message ?? '' };
  // As text: a redirect address of an app's own scheme must stay what it is, character by character.
  const [address = '', query] = location.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (state !== undefined) parameters.set('state', state);
  parameters.set('iss', issuer);
  return { kind: 'redirect', to: `${address}?${parameters}` };
}

function isGrantType(text: string): boolean {
  return (grantTypes as readonly string[]).includes(text);
}

function refusal(status: number, error: string, description: string): OAuthAnswer {
  return { status, headers: noStore, body: { error, error_description: description } };
}

/**
 * The specification has 400 for missing parameters and says nothing of wrong secrets; RFC 6749 §5.2 allows 401 for
 * them, and demands it where they came in the header. So: 400 for none, 401 for wrong ones, however they came.
 */
function invalidClient(presented: boolean): OAuthAnswer {
  if (!presented) return refusal(400, 'invalid_client', 'Client authentication is missing');
  const answer = refusal(401, 'invalid_client', 'Client authentication failed');
  return { ...answer, headers: { ...answer.headers, 'www-authenticate': 'Basic realm="khatm"' } };
}

const twofold = refusal(400, 'invalid_request', 'Client authentication by header or by body, not both');

/** One client, proved once (RFC 6749 §2.3); its id may stand in the body too, another's may not. */
function isTwofold({ parameters, authorization }: FormRequest): boolean {
  if (authorization === undefined) return false;
  const { client_id, client_secret } = parameters;
  const [id] = readBasic(authorization);
  return client_secret !== undefined || (client_id !== undefined && id !== undefined && client_id !== id);
}

/** Id and secret of HTTP Basic; both undefined where the header is something else. */
function readBasic(authorization: string): [id: string | undefined, secret: string | undefined] {
  const [, encoded = ''] = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization) ?? [];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return [id, secret];
}

/** Whether it is no refusal but something that broke inside. */
function isInternal(error: unknown): boolean {
  return !(error instanceof OAuth2Server.OAuthError) || error.code >= 500;
}

/** What broke: the library wraps it, and would tell callers its message. */
function innerOf(error: unknown): unknown {
  return error instanceof OAuth2Server.OAuthError && 'inner' in error ? error.inner : error;
}
