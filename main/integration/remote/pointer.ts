/** Follows a JSON Pointer (RFC 6901); undefined when there is no value. Only own properties count. */
export function atPointer(document: unknown, pointer: string): unknown {
  let value = document;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** Returns a text, or a number as a text; undefined for anything else. */
export function textAt(document: unknown, pointer: string | undefined): string | undefined {
  if (pointer === undefined) return undefined;
  const value = atPointer(document, pointer);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' && value.isWellFormed() ? value : undefined;
}
