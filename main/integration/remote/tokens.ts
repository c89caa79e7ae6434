import type * as OAuth from 'oauth4webapi';
import { fail } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { LimitedFetch } from './limited-fetch.ts';

/*
 * Access tokens of another integration layer (specification, Integration layer: OAuth 2.0; RFC 6749 §4.4 and §6). A
 * library handles the protocol; this module keeps a token while it is valid, and makes one request for many callers.
 */

export type Grant =
  | { readonly kind: 'clientCredentials'; readonly scope: string }
  | {
      readonly kind: 'refreshToken';
      /** Reads the secret; called at each use, since it may have been replaced. */
      readonly read: () => Promise<string>;
      /** Stores a new refresh token, since the old one may be void; resolves when it is durable. */
      readonly keep: (refreshToken: string) => Promise<void>;
    };

export interface TokenOptions {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: () => Promise<string>;
  readonly grant: Grant;
  readonly fetch: LimitedFetch;
  readonly clock: Clock;
  /** True for plain HTTP, which the caller has verified to be loopback. */
  readonly plain: boolean;
}

interface Token {
  readonly token: string;
  /** The time until which the token is used, in milliseconds since 1970. */
  readonly goodUntil: number;
}

/** A token is not used in its last minute, or its last tenth if that is less, because a call takes time. */
const spareMs = 60_000;

export function createTokens(options: TokenOptions) {
  const { clock } = options;
  let current: Token | undefined;
  let asking: Promise<Token> | undefined;

  async function ask(): Promise<Token> {
    const now = clock.now();
    const { access_token: token, expires_in: seconds, refresh_token } = await request(options);
    const { grant } = options;
    // This happens before the new access token is used: otherwise a crash would leave only a void refresh token.
    if (grant.kind === 'refreshToken' && refresh_token !== undefined) await grant.keep(refresh_token);
    const lifetime = seconds === undefined ? Number.POSITIVE_INFINITY : seconds * 1000;
    return { token, goodUntil: now + lifetime - Math.min(spareMs, lifetime / 10) };
  }

  return {
    /** Returns a token that is valid as far as is known. Fails with `remote-refused`, `remote-unreachable`. */
    async get() {
      if (current !== undefined && clock.now() < current.goodUntil) return current.token;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      current = await asking;
      return current.token;
    },
    /** Notes that this token was answered with 401: the next `get` asks for another. */
    refused(token: string) {
      if (current?.token === token) current = undefined;
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;

async function request(options: TokenOptions): Promise<OAuth.TokenEndpointResponse> {
  // Loaded only if a shop connects another program, because the first screen would wait for it.
  const oauth = await import('oauth4webapi');
  const { tokenUrl, clientId, clientSecret, grant, fetch, plain } = options;
  const server: OAuth.AuthorizationServer = { issuer: tokenUrl, token_endpoint: tokenUrl };
  const client: OAuth.Client = { client_id: clientId };
  // The form contains client_id and client_secret, as the specification requires.
  const authentication = oauth.ClientSecretPost(await clientSecret());
  const transport = {
    [oauth.customFetch]: (url: string, init: OAuth.CustomFetchOptions<'POST', URLSearchParams>) =>
      fetch(url, init),
    [oauth.allowInsecureRequests]: plain,
  };
  try {
    if (grant.kind === 'refreshToken') {
      const token = await grant.read();
      const answer = await oauth.refreshTokenGrantRequest(server, client, authentication, token, transport);
      return await oauth.processRefreshTokenResponse(server, client, answer);
    }
    const scope: Record<string, string> = grant.scope === '' ? {} : { scope: grant.scope };
    const answer = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      authentication,
      scope,
      transport,
    );
    return await oauth.processClientCredentialsResponse(server, client, answer);
  } catch (error) {
    return refuse(oauth, error);
  }
}

/** The cause is not passed on: the library's errors contain the whole answer, which may contain tokens. */
function refuse(oauth: typeof OAuth, error: unknown): never {
  if (error instanceof oauth.ResponseBodyError)
    return fail('remote-refused', { detail: { status: error.status, error: error.error.slice(0, 100) } });
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return fail('remote-refused', { detail: { status: error.status } });
  if (error instanceof oauth.OperationProcessingError) return fail('remote-unreachable');
  throw error;
}
