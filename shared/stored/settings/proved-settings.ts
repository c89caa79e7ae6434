/**
 * The names of the settings whose value is proved by a line of the audit log: every guard of a ledger, and what may end
 * one. They are apart from the schemas, which a thread that checks a ledger does not need.
 */
export const provedSettings: readonly string[] = [
  'backup.encryption',
  'issuing.lifted',
  'issuing.stop',
  'office.enrolment',
  'office.orders',
  'office.stop',
  'updates.seen',
];
