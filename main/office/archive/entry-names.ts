/**
 * Makes the names of files in one archive, which differ even on a disk that ignores case. Documents arrive till by till,
 * so only the names of one till need to be remembered.
 */
export function createEntryNames() {
  let current = '';
  const taken = new Set<string>();
  return {
    /** Returns the folder of a document; one whose name is taken gets a folder of its own within the till's. */
    folderFor(till: string, icv: string, fileName: string): string {
      if (till !== current) taken.clear();
      current = till;
      const name = fileName.toLowerCase();
      // Numbers that differ only in characters which the official name omits have the same name.
      if (taken.has(name)) return `${till}/counter-${icv}`;
      taken.add(name);
      return till;
    },
  };
}

export type EntryNames = ReturnType<typeof createEntryNames>;
