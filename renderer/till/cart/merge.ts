type Plain = unknown;

/**
 * Returns a three-way merge: `original` with the changes from `before` to `after`. An unchanged value is the
 * original's, including parts that `before` and `after` lack, so a screen that shows a part of something loses nothing
 * of the rest.
 */
export function merge(original: Plain, before: Plain, after: Plain): Plain {
  if (isSame(before, after)) return original;
  if (isRecord(original) && isRecord(before) && isRecord(after)) return mergeRecords(original, before, after);
  if (Array.isArray(original) && Array.isArray(before) && Array.isArray(after)) {
    // Items of lists of different lengths cannot be matched.
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

/** Returns the field's own value; an inherited property such as `toString` is not a field. */
function fieldOf(fields: Fields, name: string): Plain {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function isRecord(value: Plain): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Compares two values as JSON does: undefined fields count as missing, and the order of fields is ignored. */
function isSame(one: Plain, other: Plain): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isRecord(one) || !isRecord(other)) return Object.is(one, other);
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(fieldOf(one, name), fieldOf(other, name)));
}
