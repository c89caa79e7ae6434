import { type PeopleContent, type PersonRow, textOf } from './people-list.ts';

/** Compares the present list with the recorded list: people by name, and the limits. */
export function difference(found: PeopleContent, kept: PeopleContent) {
  const texts = (rows: readonly PersonRow[]) => new Map(rows.map((row) => [row.name, textOf(row)]));
  const [there, here] = [texts(found.rows), texts(kept.rows)];
  const added = [...there.keys()].filter((name) => !here.has(name));
  const removed = [...here.keys()].filter((name) => !there.has(name));
  const changed = [...here].flatMap(([name, text]) =>
    there.has(name) && there.get(name) !== text ? [name] : [],
  );
  const limits = found.limits !== kept.limits;
  const isNone = added.length + removed.length + changed.length === 0 && !limits;
  // A list that somebody filled with thousands of names must not fill the audit log too.
  const some = (names: string[]) => names.slice(0, 20).map((name) => name.slice(0, 60));
  return {
    isNone,
    names: {
      added: some(added),
      removed: some(removed),
      changed: some(changed),
      ...(limits && { limits: 'changed' }),
    },
  };
}
