/**
 * The time by which documents are ordered: the time of `document AS d`, or the corrected time if a manager declared it
 * wrong (`LEFT JOIN wrong_time AS w USING (icv)`).
 */
export const orderedTimeSql = 'coalesce(w.meant_at, d.issued_at)';
