import OAuth2Server from '@node-oauth/oauth2-server';
import type { ApiScope } from '../../../shared/contract/programs/integration.ts';
import { BearerError } from './bearer-error.ts';
import { innerOf, isInternal } from './library-errors.ts';
import type { EndedToken } from './tokens.ts';

/** The caller: a client with a token that holds the scope. */
export interface Caller {
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Resolves with the caller, or rejects with BearerError or FailureError. */
export type Authenticate = (authorization: string | undefined, scope: ApiScope) => Promise<Caller>;

export function createAuthenticate(server: OAuth2Server, endOf: (token: string) => EndedToken): Authenticate {
  return async (authorization, scope) => {
    // Another scheme counts as no header; scheme names are case-insensitive (RFC 9110 §11.1).
    const [, token] = /^bearer +(.*)$/i.exec(authorization ?? '') ?? [];
    const request = new OAuth2Server.Request({
      method: 'GET',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      query: {},
    });
    try {
      const { client, scope: scopes = [] } = await server.authenticate(request, new OAuth2Server.Response(), {
        scope: [scope],
        addAcceptedScopesHeader: false,
        addAuthorizedScopesHeader: false,
      });
      const name = typeof client.name === 'string' ? client.name : client.id;
      return { clientId: client.id, name, scopes };
    } catch (error) {
      if (isInternal(error)) throw innerOf(error);
      const { name } = error as OAuth2Server.OAuthError;
      if (token === undefined) throw new BearerError('missing');
      const { fate, clientId } = endOf(token);
      if (name === 'insufficient_scope') throw new BearerError(name, { clientId });
      throw new BearerError('invalid_token', { fate, clientId });
    }
  };
}
