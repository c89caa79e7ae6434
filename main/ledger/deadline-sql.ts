/**
 * The deadline of `submission AS s`: the one set at issue or, for a document that went from clearance to reporting, the
 * one set then. The expression must be exactly this, because the index of unaccepted documents uses it.
 */
export const deadlineSql = 'coalesce(s.report_by, s.due_at)';
