import type { Timings } from './retry.ts';

/** The number of successive refusals of a credential that served before; fewer may be an accident of one server. */
const refusalsOfACredential = 3;

/** Counts the successive refusals of the credential. */
export function createCredentialRefusals({ first, refused }: Timings['retry']) {
  /** True once the authority has answered a call of this program well. */
  let wasLetIn = false;
  let count = 0;

  return {
    noteLetIn(): void {
      wasLetIn = true;
    },
    clear(): void {
      count = 0;
    },
    /**
     * Returns the kind of one more refusal, and the milliseconds until the next call.
     * @param isFurther false for a call that was under way together with one that was refused; they count as one
     */
    next(isFurther: boolean): { readonly isAccident: boolean; readonly waitMs: number } {
      const inARow = count + (isFurther ? 1 : 0);
      const isAccident = wasLetIn && inARow < refusalsOfACredential;
      return { isAccident, waitMs: isAccident ? first * 2 ** Math.max(inARow - 1, 0) : refused };
    },
    note(isFurther: boolean): void {
      if (isFurther) count += 1;
    },
  };
}
