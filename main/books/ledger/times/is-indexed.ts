/** Repeats the condition of the index on submissions, without which SQLite does not use it. */
export const isIndexed = "state <> 'accepted'";
