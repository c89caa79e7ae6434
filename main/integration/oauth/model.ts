import { randomUUID } from 'node:crypto';
import OAuth2Server from '@node-oauth/oauth2-server';
import { type ApiClient, type ApiScope, apiScopes } from '../../../shared/contract/programs/integration.ts';
import type { Clients } from './clients.ts';
import { type Grantee, tokenLifetimes } from './grants.ts';
import { mayRedirect } from './redirect-uris.ts';
import { newSecret } from './secrets.ts';
import type { Tokens } from './tokens.ts';

type Client = OAuth2Server.Client;
type User = OAuth2Server.User;
type Model = OAuth2Server.AuthorizationCodeModel &
  OAuth2Server.ClientCredentialsModel &
  OAuth2Server.RefreshTokenModel;

/** The approval behind a token: the library hands it from one step to the next as its `user`. */
interface Holder extends User {
  readonly family: string;
  readonly person?: string | undefined;
  /** The scopes of the refresh token that is exchanged, which the next one keeps (RFC 6749 §6). */
  readonly granted?: readonly ApiScope[];
  /** The refresh token that is exchanged. */
  readonly from?: string;
}

/** The library uses the system's clock, and must never see the time as past; the rows use the terminal's own clock. */
const decidedByRows = () => new Date(Date.now() + 60_000);

interface Store {
  readonly clients: Clients;
  readonly tokens: Tokens;
}

/**
 * Gives the OAuth library the data that it asks for, from rows: the library handles the protocol, and this module the
 * storage.
 * @param rehearsal checks an authorization request in full and stores no code, because a person must be asked first
 */
export function createModel(store: Store, { rehearsal }: { rehearsal: boolean }): Model {
  const generate = async () => newSecret();
  return {
    ...clientModel(store),
    ...codeModel(store, rehearsal),
    ...tokenModel(store),
    generateAuthorizationCode: generate,
    generateAccessToken: generate,
    generateRefreshToken: generate,
  } as Model;
}

function clientModel({ clients }: Store): Partial<Model> {
  return {
    // The library asks with null if a client is only named (authorization request), and with undefined if a client that
    // must authenticate sent no secret.
    async getClient(id: string, secret: string | null | undefined) {
      const client = secret === null ? clients.get(id) : clients.authenticate(id, secret);
      return client && toLibraryClient(client);
    },
    async getUserFromClient() {
      return { family: randomUUID() } satisfies Holder;
    },

    /** Returns the scopes to which the client is entitled; all of these if it requested none (RFC 6749 §3.3). */
    async validateScope(_user: User, { scopes }: Client, requested: string[] | undefined) {
      const granted =
        requested === undefined
          ? scopes
          : apiScopes.filter((scope) => requested.includes(scope) && scopes.includes(scope));
      return granted.length > 0 && granted;
    },
    async validateRedirectUri(uri: string, { redirectUris }: Client) {
      return mayRedirect(redirectUris as string[], uri);
    },
    async verifyScope({ scope = [] }: OAuth2Server.Token, needed: string[]) {
      return needed.every((one) => scope.includes(one));
    },
  };
}

function codeModel({ clients, tokens }: Store, rehearsal: boolean): Partial<Model> {
  return {
    async saveAuthorizationCode(code, client, user) {
      const { authorizationCode, redirectUri, scope = [], codeChallenge, codeChallengeMethod } = code;
      // PKCE is optional in the library, but without it another app on the same device could steal an app's code.
      if (codeChallengeMethod !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge ?? ''))
        throw new OAuth2Server.InvalidRequestError('Missing or invalid parameter: `code_challenge` (S256)');
      if (!rehearsal)
        tokens.codes.save(authorizationCode, {
          ...granteeOf(client, user),
          scopes: scope as ApiScope[],
          redirectUri,
          codeChallenge: codeChallenge ?? '',
        });
      return { ...code, client, user };
    },
    async getAuthorizationCode(authorizationCode) {
      const grant = tokens.codes.find(authorizationCode);
      const client = grant && clients.get(grant.clientId);
      if (grant === undefined || client === undefined) return undefined;
      return {
        authorizationCode,
        expiresAt: decidedByRows(),
        redirectUri: grant.redirectUri,
        scope: [...grant.scopes],
        codeChallenge: grant.codeChallenge,
        codeChallengeMethod: 'S256',
        client: toLibraryClient(client),
        user: { family: grant.family, person: grant.person } satisfies Holder,
      };
    },
    async revokeAuthorizationCode({ authorizationCode }) {
      return tokens.codes.spend(authorizationCode);
    },
  };
}

function tokenModel({ clients, tokens }: Store): Partial<Model> {
  return {
    async saveToken({ accessToken, refreshToken, scope = [] }, client, user) {
      const scopes = scope as ApiScope[];
      tokens.save(
        granteeOf(client, user),
        { token: accessToken, scopes },
        refreshToken === undefined
          ? undefined
          : { token: refreshToken, scopes: user.granted ?? scopes, from: user.from },
      );
      return {
        accessToken,
        ...(refreshToken !== undefined && { refreshToken }),
        scope,
        client,
        user,
        // The library would count from the system's clock, and round 3600 down to 3599.
        expires_in: tokenLifetimes.access,
      };
    },
    async getAccessToken(accessToken) {
      const grant = tokens.findAccess(accessToken);
      const client = grant && clients.get(grant.clientId);
      if (grant === undefined || client === undefined) return undefined;
      return {
        accessToken,
        accessTokenExpiresAt: decidedByRows(),
        scope: [...grant.scopes],
        client: toLibraryClient(client),
        user: { family: grant.family, person: grant.person } satisfies Holder,
      };
    },
    async getRefreshToken(refreshToken) {
      const grant = tokens.findRefresh(refreshToken);
      const client = grant && clients.get(grant.clientId);
      if (grant === undefined || client === undefined) return undefined;
      const { family, person, granted } = grant;
      return {
        refreshToken,
        refreshTokenExpiresAt: decidedByRows(),
        scope: [...grant.scopes],
        client: toLibraryClient(client),
        user: { family, person, granted, from: refreshToken } satisfies Holder,
      };
    },
    async revokeToken({ refreshToken }) {
      return tokens.spendRefresh(refreshToken);
    },
  };
}

function granteeOf(client: Client, user: User): Grantee {
  const { family, person } = user as Holder;
  return { clientId: client.id, family, person };
}

const grantsOf = {
  service: ['client_credentials'],
  app: ['authorization_code', 'refresh_token'],
} as const satisfies Record<ApiClient['kind'], readonly string[]>;

const toLibraryClient = ({ id, kind, scopes, redirectUris, name }: ApiClient): Client => ({
  id,
  name,
  scopes,
  redirectUris,
  grants: [...grantsOf[kind]],
});
