import OAuth2Server from '@node-oauth/oauth2-server';
import type { Clients } from './clients.ts';
import { innerOf, isInternal } from './library-errors.ts';
import type { Tokens } from './tokens.ts';

/** An answer of the OAuth endpoints: `body` is JSON. */
export interface OAuthAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface FormRequest {
  readonly parameters: Readonly<Record<string, string>>;
  readonly authorization?: string | undefined;
}

/** The password grant, which the library supports, and all others are not offered. */
export const grantTypes = ['client_credentials', 'authorization_code', 'refresh_token'] as const;

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** The token endpoint (RFC 6749 §3.2) and revocation (RFC 7009). @param onError receives internal errors */
export function createTokenEndpoint(
  server: OAuth2Server,
  clients: Clients,
  tokens: Tokens,
  onError: (error: unknown) => void,
) {
  function revokeToken({ parameters, authorization }: FormRequest): OAuthAnswer {
    const { token, client_id, client_secret } = parameters;
    if (isTwofold({ parameters, authorization })) return twofold;
    const [id, secret] = authorization === undefined ? [client_id, client_secret] : readBasic(authorization);
    const client = id === undefined ? undefined : clients.authenticate(id, secret);
    if (client === undefined) return invalidClient(id !== undefined && secret !== undefined);
    if (token === undefined) return refusal(400, 'invalid_request', 'Missing parameter: `token`');
    // Even if this was a token of the client, it is no longer valid (RFC 7009 §2.2).
    tokens.revoke(client.id, token);
    return { status: 200, headers: noStore, body: {} };
  }

  /** The library would notice this only after using up the token, and the app would have to ask its person again. */
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
    async token({ parameters, authorization }: FormRequest): Promise<OAuthAnswer> {
      if (isTwofold({ parameters, authorization })) return twofold;
      if (parameters.grant_type !== undefined && !isGrantType(parameters.grant_type))
        return refusal(400, 'unsupported_grant_type', 'This grant type does not exist here');
      const request = new OAuth2Server.Request({
        method: 'POST',
        // The form is already parsed; the library checks its type and its presence.
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

    async revoke({ parameters, authorization }: FormRequest): Promise<OAuthAnswer> {
      try {
        return revokeToken({ parameters, authorization });
      } catch (error) {
        return unavailable(error);
      }
    },
  };
}

function isGrantType(text: string): boolean {
  return (grantTypes as readonly string[]).includes(text);
}

function refusal(status: number, error: string, description: string): OAuthAnswer {
  return { status, headers: noStore, body: { error, error_description: description } };
}

/**
 * The specification has 400 for missing parameters and says nothing about wrong secrets. RFC 6749 §5.2 allows 401 for
 * these, and requires it if they are in the header. So the answer is 400 if there are none, and 401 if they are wrong.
 */
function invalidClient(presented: boolean): OAuthAnswer {
  if (!presented) return refusal(400, 'invalid_client', 'Client authentication is missing');
  const answer = refusal(401, 'invalid_client', 'Client authentication failed');
  return { ...answer, headers: { ...answer.headers, 'www-authenticate': 'Basic realm="khatm"' } };
}

const twofold = refusal(400, 'invalid_request', 'Client authentication by header or by body, not both');

/** Returns the one client, authenticated once (RFC 6749 §2.3); its id may be in the body too, but no other id. */
function isTwofold({ parameters, authorization }: FormRequest): boolean {
  if (authorization === undefined) return false;
  const { client_id, client_secret } = parameters;
  const [id] = readBasic(authorization);
  return client_secret !== undefined || (client_id !== undefined && id !== undefined && client_id !== id);
}

/** Returns the id and secret of HTTP Basic; both undefined if the header is something else. */
function readBasic(authorization: string): [id: string | undefined, secret: string | undefined] {
  const [, encoded = ''] = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization) ?? [];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return [id, secret];
}
