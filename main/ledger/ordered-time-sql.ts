/**
 * The time by which documents are ordered: that of `document AS d`, or its corrected value if a manager declared it
 * wrong (`LEFT JOIN wrong_time AS w USING (icv)`).
 */
export const orderedTimeSql = 'coalesce(w.meant_at, d.issued_at)';
