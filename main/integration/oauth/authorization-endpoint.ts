import { randomUUID } from 'node:crypto';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { ApiScope } from '../../../shared/contract/programs/integration.ts';
import type { ApprovalState, Approvals, AuthorizationQuery } from './approvals.ts';
import { innerOf, isInternal } from './library-errors.ts';

export type AuthorizationStep =
  | { readonly kind: 'wait'; readonly ticket: string }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The browser cannot be sent anywhere: the client or the redirect address is not known. */
  | { readonly kind: 'refused'; readonly message: string };

/**
 * The authorization endpoint (RFC 6749 §3.1), at which a person is asked.
 * @param rehearsal a server that checks requests in the same way but stores nothing
 * @param onApproval called when an app waits for a person's answer
 */
export function createAuthorizationEndpoint(
  server: OAuth2Server,
  rehearsal: OAuth2Server,
  approvals: Approvals,
  onApproval?: (() => void) | undefined,
) {
  /** Runs the library's authorization endpoint, and returns the address for the browser, if there is one. */
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

  return {
    /**
     * Refuses an app's authorization request, or puts it before a person.
     * @param from `issuer`: the address under which the browser knows this server; `address`: the browser's own
     */
    async authorize(
      query: AuthorizationQuery,
      { issuer, address }: { readonly issuer: string; readonly address: string },
    ): Promise<AuthorizationStep> {
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
      const { location, message } = await runAuthorize(server, query, decision.person);
      return answerStep(location, message, decision.request, issuer);
    },
  };
}

/**
 * Returns the address that takes the browser back with the answer. It has the request's own state, even if the library
 * rejected the request (RFC 6749 §4.1.2.1), and the issuer (RFC 9207).
 */
function answerStep(
  location: string | undefined,
  message: string | undefined,
  { state }: AuthorizationQuery,
  issuer: string,
): AuthorizationStep {
  if (location === undefined) return { kind: 'refused', message: message ?? '' };
  // The address is split as text, because no character of an app's own scheme may change.
  const [address = '', query] = location.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (state !== undefined) parameters.set('state', state);
  parameters.set('iss', issuer);
  return { kind: 'redirect', to: `${address}?${parameters}` };
}
