/**
 * The time by which documents are ordered: that of `document AS d`, or what it was meant to be where a manager said that
 * it was wrong (`LEFT JOIN wrong_time AS w USING (icv)`).
 */
export const orderedTimeSql = 'coalesce(w.meant_at, d.issued_at)';
