import type { Issue } from '../../../../shared/failure.ts';

/**
 * Finds the field of each issue by its whole path or a part of it. Only the first issue of a field counts, and an issue
 * without a field is omitted.
 */
export function placeIssues<F extends string>(
  issues: readonly Issue[],
  fields: readonly F[],
): ReadonlyMap<F, Issue> {
  const placed = new Map<F, Issue>();
  for (const issue of issues) {
    const field =
      fields.find((name) => name === issue.path.join('.')) ??
      fields.find((name) => issue.path.includes(name));
    if (field !== undefined && !placed.has(field)) placed.set(field, issue);
  }
  return placed;
}
