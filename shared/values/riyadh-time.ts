/** Riyadh is UTC+3 all year, and the rules have no other time zone (KSA-25, BR-KSA-70). In milliseconds. */
export const riyadhOffset = 3 * 60 * 60 * 1000;

/**
 * Returns the wall clock time in Riyadh.
 * @param milliseconds since 1970, UTC; a part of a second is cut off
 */
export function riyadhDateTime(milliseconds: number): { date: string; time: string } {
  const iso = new Date(milliseconds + riyadhOffset).toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 19) };
}
