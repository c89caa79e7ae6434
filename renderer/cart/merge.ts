/** What JSON can hold. */
type Plain = unknown;

/**
 * Three-way merge: `original` with what was changed from `before` to `after`. What is the same in both is the
 * original's, whatever else the original has there: a screen that shows a part of something loses none of the rest.
 */
export function merge(original: Plain, before: Plain, after: Plain): Plain {
  if (isSame(before, after)) return original;
  if (isRecord(original) && isRecord(before) && isRecord(after)) return mergeRecords(original, before, after);
  if (Array.isArray(original) && Array.isArray(before) && Array.isArray(after)) {
    // Of another length nobody knows which is which.
    if (original.length !== before.length || before.length !== after.length) return after;
    return original.map((item, index) => merge(item, before[index], after[index]));
  }
  return after;
}

type Fields = Readonly<Record<string, Plain>>;

function mergeRecords(original: Fields, before: Fields, after: Fields): Fields {
  const names = new Set([...Object.keys(original), ...Object.keys(after)]);
  const merged = [...names].map(
    (name) => [name, merge(fieldOf(original, name), fieldOf(before, name), fieldOf(after, name))] as const,
  );
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

/** The field's own value: what every object inherits, such as `toString`, is no field. */
function fieldOf(fields: Fields, name: string): Plain {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function isRecord(value: Plain): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields that are undefined count as left out, as in JSON; their order does not count. */
function isSame(one: Plain, other: Plain): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isRecord(one) || !isRecord(other)) return Object.is(one, other);
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(fieldOf(one, name), fieldOf(other, name)));
}
