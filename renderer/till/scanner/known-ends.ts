import { isGtin } from '../../../shared/sale/gtin.ts';
import { readStored, writeStored } from '../../ui/page/stored.ts';

/** The factor by which the timer waits longer than the longest pause between keys, since keys may be delivered late. */
const silenceAfter = 2;
/** The factor for a scanner whose codes are known to have an end, because a busy machine may pause within a code. */
const silenceBeforeEnd = 7;

const stored = 'khatm-scanner-ends';

/** The ends of this till's scans: Enter, Tab, or none. After a start they are known from the last scan. */
export function knownEnds() {
  let isKnown = readStored('local', stored) !== 'none';
  /** False once a code came without Enter or Tab at its end. */
  let has = isKnown;
  return {
    note(hasEnd: boolean) {
      has &&= hasEnd;
      if (hasEnd !== isKnown) writeStored('local', stored, hasEnd ? 'some' : 'none');
      isKnown = hasEnd;
    },
    /** Returns the factor by which the page waits longer than for a scanner’s next key, after a possible code. */
    silenceFactor(code: string | undefined): number {
      if (code === undefined) return silenceAfter;
      // It also waits after the number of an article: a longer code may begin with one, and its end is still to come.
      if (has) return silenceBeforeEnd;
      // A number of 13 or 14 digits with a valid check digit is complete; a shorter one may be the beginning of such a
      // number.
      return code.length > 12 && isGtin(code) ? 1 : silenceAfter;
    },
  };
}
