import OAuth2Server from '@node-oauth/oauth2-server';

/** Returns true when something failed internally, as opposed to a request that the library refused. */
export function isInternal(error: unknown): boolean {
  return !(error instanceof OAuth2Server.OAuthError) || error.code >= 500;
}

/** Unwraps an internal error: the library wraps it, and would show callers its message. */
export function innerOf(error: unknown): unknown {
  return error instanceof OAuth2Server.OAuthError && 'inner' in error ? error.inner : error;
}
