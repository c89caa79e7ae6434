/**
 * When the authority must have a document of `submission AS s`: what was fixed at issue, or, once clearance is off and
 * it goes by reporting, what was fixed then. In these very words, because the index of what is unaccepted has them.
 */
export const deadlineSql = 'coalesce(s.report_by, s.due_at)';
