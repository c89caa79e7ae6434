import type { ApiScope } from '../../../shared/contract/programs/integration.ts';

/** The lifetimes in seconds; an access token's is the specification's, and each use renews a refresh token's. */
export const tokenLifetimes = { access: 3600, refresh: 30 * 24 * 3600, code: 60 } as const;

/** The client to which a token or code was granted, and the person who approved it. */
export interface Grantee {
  readonly clientId: string;
  /** The tokens of one approval; they are revoked together. */
  readonly family: string;
  /** The person who approved; undefined for a service. */
  readonly person?: string | undefined;
}

/** The columns that codes and tokens have in common. */
export interface GrantRow {
  clientId: string;
  family: string;
  person: string | null;
  scopes: string;
  expiresAt: number;
  usedAt: number | null;
}

export const toScopes = (text: string) => text.split(' ') as ApiScope[];

export const toGrantee = ({ clientId, family, person }: GrantRow): Grantee => ({
  clientId,
  family,
  ...(person !== null && { person }),
});
