/** Names of files in one archive: distinct even on a disk that does not tell capitals from small letters. */
export interface EntryNames {
  /** Returns the folder of a document; a document whose name is taken gets a folder of its own within the till's. */
  folderFor(till: string, icv: string, fileName: string): string;
}

/** Documents come till after till, so that the names of one of them are all that is kept. */
export function createEntryNames(): EntryNames {
  let current = '';
  const taken = new Set<string>();
  return {
    folderFor(till, icv, fileName) {
      if (till !== current) taken.clear();
      current = till;
      const name = fileName.toLowerCase();
      // Numbers that differ only in other characters have the same official name.
      if (taken.has(name)) return `${till}/counter-${icv}`;
      taken.add(name);
      return till;
    },
  };
}
