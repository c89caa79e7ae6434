import type { TrustedKey } from './signature.ts';

/*
 * The two keys whose signature on a manifest is accepted: one signs releases, and the other is kept offline in case the
 * first is lost. The maintainers make both (`khatm update keys`) and enter the public halves here. As long as the list
 * is empty, no update is accepted at all.
 */
export const trustedKeys: readonly TrustedKey[] = [];
