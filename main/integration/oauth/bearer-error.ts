import type { EndedToken, TokenFate } from './tokens.ts';

/** The reason why a call is refused (RFC 6750 §3.1). */
export class BearerError extends Error {
  readonly reason: 'missing' | 'invalid_token' | 'insufficient_scope';
  /** The reason why the token is invalid. */
  readonly fate: TokenFate | undefined;
  /** The client of the token that was refused, if it is known. */
  readonly clientId: string | undefined;

  constructor(reason: BearerError['reason'], { fate, clientId }: Partial<EndedToken> = {}) {
    super(reason);
    this.reason = reason;
    this.fate = fate;
    this.clientId = clientId;
  }
}
