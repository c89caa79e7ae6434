/**
 * The deadline of `submission AS s`: the deadline set at issue or, for a document that went from clearance to
 * reporting, the deadline set then. The expression must be exactly this one, because the index of unaccepted documents
 * has it.
 */
export const deadlineSql = 'coalesce(s.report_by, s.due_at)';

/**
 * The fact that `submission AS s` was reported after its deadline. It never changes, and everything that shows or lists
 * late documents reads it here. The index of late documents has it too.
 */
export const lateSql = `s.mode = 'reporting' AND s.accepted_at > ${deadlineSql}`;
