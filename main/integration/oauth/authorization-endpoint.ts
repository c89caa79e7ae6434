import { randomUUID } from 'node:crypto';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { ApiScope } from '../../../shared/contract/programs/integration.ts';
import { redirectFault } from '../../../shared/values/redirect-address.ts';
import type { ApprovalState, Approvals, AuthorizationQuery } from './approvals.ts';
import type { Clients } from './clients.ts';
import { innerOf, isInternal } from './library-errors.ts';
import { mayRedirect, withAnswer } from './redirect-uris.ts';

export type AuthorizationStep =
  | { readonly kind: 'wait'; readonly ticket: string }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The browser cannot be sent anywhere: the client or the redirect address is not known. */
  | { readonly kind: 'refused'; readonly message: string };

export interface AuthorizationOptions {
  readonly server: OAuth2Server;
  /** A server that checks requests in the same way but stores nothing. */
  readonly rehearsal: OAuth2Server;
  readonly clients: Pick<Clients, 'get'>;
  readonly approvals: Approvals;
  /** Called when an app waits for a person's answer. */
  readonly onApproval?: (() => void) | undefined;
}

/** The library's answer: the code, or an OAuth error. */
interface Answered {
  readonly code?: OAuth2Server.AuthorizationCode;
  readonly error?: { readonly name: string; readonly message: string };
}

/** The authorization endpoint (RFC 6749 §3.1), at which a person is asked. */
export function createAuthorizationEndpoint(options: AuthorizationOptions) {
  const { server, rehearsal, clients, approvals, onApproval } = options;

  /** Runs the library's authorization endpoint. */
  async function runAuthorize(
    on: OAuth2Server,
    query: AuthorizationQuery,
    person: string,
  ): Promise<Answered> {
    const request = new OAuth2Server.Request({ method: 'GET', headers: {}, query: { ...query } });
    const user = { family: randomUUID(), person };
    const authenticateHandler = { handle: () => user };
    try {
      return { code: await on.authorize(request, new OAuth2Server.Response(), { authenticateHandler }) };
    } catch (error) {
      if (isInternal(error)) throw innerOf(error);
      const { name, message } = error as OAuth2Server.OAuthError;
      return { error: { name, message } };
    }
  }

  const answerStep = (answered: Answered, query: AuthorizationQuery, issuer: string) =>
    stepOf(answered, { query, issuer, redirectUris: clients.get(query.client_id ?? '')?.redirectUris ?? [] });

  return {
    /**
     * Refuses an app's authorization request, or puts it before a person.
     * @param from `issuer`: the address under which the browser knows this server; `address`: the browser's own
     */
    async authorize(
      query: AuthorizationQuery,
      { issuer, address }: { readonly issuer: string; readonly address: string },
    ): Promise<AuthorizationStep> {
      const answered = await runAuthorize(rehearsal, query, '');
      const { code } = answered;
      if (code === undefined) return answerStep(answered, query, issuer);
      const scopes = (code.scope ?? []) as ApiScope[];
      const ticket = approvals.ask({ clientId: code.client.id, scopes, query, address });
      if (ticket === undefined)
        return answerStep({ error: { name: 'temporarily_unavailable', message: '' } }, query, issuer);
      onApproval?.();
      return { kind: 'wait', ticket };
    },

    /** Returns the state of a request, for the browser that waits with its ticket; undefined when there is none. */
    async poll(
      ticket: string,
      { issuer }: { readonly issuer: string },
    ): Promise<(ApprovalState & { state: 'pending' }) | AuthorizationStep | undefined> {
      const decision = approvals.take(ticket);
      if (decision === undefined || decision.state === 'pending') return decision;
      // The client may have got more scopes since, which the person did not see.
      const { request, scopes: scope, state } = decision;
      const query = { ...request, scope, ...(state === 'denied' && { allowed: 'false' }) };
      return answerStep(await runAuthorize(server, query, decision.person), request, issuer);
    },
  };
}

interface AnswerTo {
  readonly query: AuthorizationQuery;
  readonly issuer: string;
  /** The registered addresses of the client; none if the client is not known. */
  readonly redirectUris: readonly string[];
}

/**
 * Takes the browser back with the answer, or refuses it if the client or its address is not known. The address is that
 * of the request: the library would write it anew. The answer has the request's own state, even if the library rejected
 * the request (RFC 6749 §4.1.2.1), and the issuer (RFC 9207).
 */
function stepOf({ code, error }: Answered, { query, issuer, redirectUris }: AnswerTo): AuthorizationStep {
  const address = query.redirect_uri || redirectUris[0];
  if (address === undefined || !mayRedirect(redirectUris, address))
    return {
      kind: 'refused',
      message: whyRefused(redirectUris, query.redirect_uri) ?? error?.message ?? '',
    };
  const answer = new URLSearchParams();
  if (code !== undefined) answer.set('code', code.authorizationCode);
  if (error !== undefined) {
    answer.set('error', error.name);
    if (error.message !== '') answer.set('error_description', error.message);
  }
  if (query.state !== undefined) answer.set('state', query.state);
  answer.set('iss', issuer);
  return { kind: 'redirect', to: withAnswer(address, answer) };
}

/** Says why the browser cannot be sent to an address; undefined if the client itself is not known. */
function whyRefused(registered: readonly string[], requested: string | undefined): string | undefined {
  if (registered.length === 0 || requested === undefined) return undefined;
  const fault = redirectFault(requested);
  return fault === undefined
    ? 'redirect_uri is none of the addresses that were registered for this app; they are compared to the byte, with the query, and only the port of 127.0.0.1 and [::1] may differ'
    : `redirect_uri ${fault.error}`;
}
