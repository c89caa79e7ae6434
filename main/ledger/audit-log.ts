/** One line of the tamper-evident log of what users do. */
export interface AuditEntry {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  /** JSON-able facts, never secrets. */
  readonly detail: unknown;
  /** Hex SHA-256 over this line and the hash of the line before. */
  readonly hash: string;
}

export interface AuditLog {
  write(line: { at: number; actor: string; action: string; detail?: unknown }): AuditEntry;
  /** Newest first; `before` is an id. */
  list(options: { before?: number | undefined; limit: number }): AuditEntry[];
  /** Recomputes the whole chain; `broken` is the id of the first line that does not fit. */
  verify(): { entries: number; broken?: number };
}
