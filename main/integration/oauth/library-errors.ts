import OAuth2Server from '@node-oauth/oauth2-server';

/** Whether something broke inside, rather than the library refusing a request. */
export function isInternal(error: unknown): boolean {
  return !(error instanceof OAuth2Server.OAuthError) || error.code >= 500;
}

/** Unwraps what broke: the library wraps it, and would tell callers its message. */
export function innerOf(error: unknown): unknown {
  return error instanceof OAuth2Server.OAuthError && 'inner' in error ? error.inner : error;
}
