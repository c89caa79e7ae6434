import { type PersonRow, textOf } from './sealed-list.ts';

/** Compares the list that was found with the recorded one, by name. */
export function difference(found: readonly PersonRow[], kept: readonly PersonRow[]) {
  const texts = (rows: readonly PersonRow[]) => new Map(rows.map((row) => [row.name, textOf(row)]));
  const [there, here] = [texts(found), texts(kept)];
  const added = [...there.keys()].filter((name) => !here.has(name));
  const removed = [...here.keys()].filter((name) => !there.has(name));
  const changed = [...here].flatMap(([name, text]) =>
    there.has(name) && there.get(name) !== text ? [name] : [],
  );
  const isNone = added.length + removed.length + changed.length === 0;
  // A list that somebody filled with thousands of names must not fill the audit log too.
  const some = (names: string[]) => names.slice(0, 20).map((name) => name.slice(0, 60));
  return { isNone, names: { added: some(added), removed: some(removed), changed: some(changed) } };
}
