import { readFileSync } from 'node:fs';

/**
 * Returns the libraries that a program or addon of Windows asks for when it is loaded, in small letters: its import
 * table in the PE format.
 */
export function dllImports(file: string): string[] {
  const bytes = readFileSync(file);
  const header = bytes.readUInt32LE(0x3c);
  if (bytes.toString('latin1', header, header + 4) !== 'PE\0\0') throw new Error(`${file}: not of Windows`);
  const optional = header + 24;
  const isWide = bytes.readUInt16LE(optional) === 0x20b;
  // The second directory is that of the imports.
  const table = bytes.readUInt32LE(optional + (isWide ? 112 : 96) + 8);
  const sections = optional + bytes.readUInt16LE(header + 20);
  const count = bytes.readUInt16LE(header + 6);

  /** The place in the file of an address in memory. */
  function offsetOf(address: number): number {
    for (let section = sections; section < sections + 40 * count; section += 40) {
      const begin = bytes.readUInt32LE(section + 12);
      if (address >= begin && address < begin + bytes.readUInt32LE(section + 16))
        return address - begin + bytes.readUInt32LE(section + 20);
    }
    throw new Error(`${file}: no section has ${address}`);
  }

  const names: string[] = [];
  for (let entry = offsetOf(table); bytes.readUInt32LE(entry + 12) !== 0; entry += 20) {
    const begin = offsetOf(bytes.readUInt32LE(entry + 12));
    names.push(bytes.toString('latin1', begin, bytes.indexOf(0, begin)).toLowerCase());
  }
  return names;
}
