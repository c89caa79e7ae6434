import type { Clock } from '../../base/platform/clock.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { type Approvals, createApprovals } from './approvals.ts';
import { createClients } from './clients.ts';
import type { Endpoints } from './endpoints.ts';
import { createTokens, type TokensOptions } from './tokens.ts';

export interface OAuthOptions extends TokensOptions {
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** The database's approvals, by default made here. */
  readonly approvals?: Approvals | undefined;
  readonly onApproval?: (() => void) | undefined;
}

/**
 * The authorization server over an integration database. The protocol is @node-oauth/oauth2-server's; its model, the
 * person's approval and revocation (which it does not have) are here.
 */
export function createOAuth(database: Database, options: OAuthOptions) {
  const { clock, onError, approvals = createApprovals(database, clock), onApproval } = options;
  const clients = createClients(database, clock);
  const tokens = createTokens(database, clock, options);
  let loaded: Promise<Endpoints> | undefined;
  // Loaded at the first request: the library would delay the first screen of every shop.
  const endpoints = () => {
    loaded ??= import('./endpoints.ts').then(({ createEndpoints }) =>
      createEndpoints({ clients, tokens, approvals, onError, onApproval }),
    );
    return loaded;
  };

  return {
    clients,
    approvals,
    grants: tokens.grants,
    endLeft: tokens.endLeft,
    token: async (...args: Parameters<Endpoints['token']>) => (await endpoints()).token(...args),
    revoke: async (...args: Parameters<Endpoints['revoke']>) => (await endpoints()).revoke(...args),
    authorize: async (...args: Parameters<Endpoints['authorize']>) => (await endpoints()).authorize(...args),
    poll: async (...args: Parameters<Endpoints['poll']>) => (await endpoints()).poll(...args),
    authenticate: async (...args: Parameters<Endpoints['authenticate']>) =>
      (await endpoints()).authenticate(...args),
  };
}

export type OAuth = ReturnType<typeof createOAuth>;
