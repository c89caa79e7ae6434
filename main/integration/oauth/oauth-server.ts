import OAuth2Server from '@node-oauth/oauth2-server';
import type { Database } from '../../ledger/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Approvals, createApprovals } from './approvals.ts';
import { type AuthorizationEndpoint, createAuthorizationEndpoint } from './authorization-endpoint.ts';
import { type Authenticate, createAuthenticate } from './bearer.ts';
import { type Clients, createClients } from './clients.ts';
import { tokenLifetimes } from './grants.ts';
import { createModel } from './model.ts';
import { createTokenEndpoint, type TokenEndpoint } from './token-endpoint.ts';
import { createTokens } from './tokens.ts';

export interface OAuth extends TokenEndpoint, AuthorizationEndpoint {
  readonly clients: Clients;
  readonly approvals: Approvals;
  readonly authenticate: Authenticate;
}

export interface OAuthOptions {
  readonly clock: Clock;
  /** Receives what went wrong inside; callers are not told. */
  readonly onError: (error: unknown) => void;
  /** An app waits for a person's answer. */
  readonly onApproval?: (() => void) | undefined;
}

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
    // An app on a person's device has no secret; the model refuses a client that has one and does not send it.
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

  return {
    clients,
    approvals,
    ...createTokenEndpoint({ server, clients, tokens, onError }),
    ...createAuthorizationEndpoint({ server, rehearsal, approvals, onApproval }),
    authenticate: createAuthenticate(server, tokens.endOf),
  };
}
