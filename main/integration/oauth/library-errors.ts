import OAuth2Server from '@node-oauth/oauth2-server';

/** Returns true for an internal error, as opposed to a request that the library refused. */
export function isInternal(error: unknown): boolean {
  return !(error instanceof OAuth2Server.OAuthError) || error.code >= 500;
}

/** Unwraps an internal error, because the library wraps it and would show its message to callers. */
export function innerOf(error: unknown): unknown {
  return error instanceof OAuth2Server.OAuthError && 'inner' in error ? error.inner : error;
}
