import OAuth2Server from '@node-oauth/oauth2-server';
import type { Approvals } from './approvals.ts';
import { createAuthorizationEndpoint } from './authorization-endpoint.ts';
import { createAuthenticate } from './bearer.ts';
import type { Clients } from './clients.ts';
import { tokenLifetimes } from './grants.ts';
import { createModel } from './model.ts';
import { createTokenEndpoint } from './token-endpoint.ts';
import type { Tokens } from './tokens.ts';

export interface EndpointsOptions {
  readonly clients: Clients;
  readonly tokens: Tokens;
  readonly approvals: Approvals;
  readonly onError: (error: unknown) => void;
  readonly onApproval?: (() => void) | undefined;
}

const libraryOptions = {
  accessTokenLifetime: tokenLifetimes.access,
  refreshTokenLifetime: tokenLifetimes.refresh,
  authorizationCodeLifetime: tokenLifetimes.code,
  // This is needed for expires_in, see the model.
  allowExtendedTokenAttributes: true,
  // An app on a person's device has no secret; the model refuses a client that has one and does not send it.
  requireClientAuthentication: { authorization_code: false, refresh_token: false },
  allowEmptyState: true,
};

export function createEndpoints(options: EndpointsOptions) {
  const { clients, tokens, approvals, onError, onApproval } = options;
  const serverOf = (rehearsal: boolean) =>
    new OAuth2Server({ ...libraryOptions, model: createModel({ clients, tokens }, { rehearsal }) });
  const server = serverOf(false);

  return {
    ...createTokenEndpoint(server, clients, tokens, onError),
    ...createAuthorizationEndpoint({ server, rehearsal: serverOf(true), clients, approvals, onApproval }),
    authenticate: createAuthenticate(server, tokens.endOf),
  };
}

export type Endpoints = ReturnType<typeof createEndpoints>;
