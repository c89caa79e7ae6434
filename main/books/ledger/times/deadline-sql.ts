/**
 * The deadline of `submission AS s`: the deadline set at issue or, for a document that went from clearance to
 * reporting, the deadline set then. The expression must be exactly this one, because the index of unaccepted documents
 * has it.
 */
export const deadlineSql = 'coalesce(s.report_by, s.due_at)';
