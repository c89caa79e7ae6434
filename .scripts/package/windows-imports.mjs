// The libraries that an addon of Windows needs besides Windows itself. A library that is missing, such as the runtime
// of Visual C++, is missing on a shop's machine too, and the addon cannot be loaded there.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Libraries of Windows 10 and later: the system's own and the universal C runtime. node.exe is listed too: in its
 * place, an addon uses the program that loads it.
 */
const ofWindows =
  /^(node\.exe|(api-ms-win-[\w-]+|kernel32|advapi32|ntdll|ole32|oleaut32|user32|shell32|ws2_32|crypt32|bcrypt|bcryptprimitives|ucrtbase)\.dll)$/;

/**
 * Returns the libraries that an addon needs and that are not part of Windows. @param bytes of a program or addon of
 * Windows
 */
export const foreignImports = (bytes) => importsOf(bytes).filter((name) => !ofWindows.test(name));

/**
 * Returns the libraries that an addon names, in lower case. They are in two tables of the PE format: one for libraries
 * loaded with the addon, one for those loaded at the first call.
 */
export function importsOf(bytes) {
  const header = bytes.readUInt32LE(0x3c);
  if (bytes.toString('latin1', header, header + 4) !== 'PE\0\0') throw new Error('not of Windows');
  const optional = header + 24;
  const isWide = bytes.readUInt16LE(optional) === 0x20b;
  const directories = optional + (isWide ? 112 : 96);
  const directoryCount = bytes.readUInt32LE(directories - 4);
  const sections = optional + bytes.readUInt16LE(header + 20);
  const count = bytes.readUInt16LE(header + 6);

  /** Returns the position in the file of an address in memory. */
  function offsetOf(address) {
    for (let section = sections; section < sections + 40 * count; section += 40) {
      const begin = bytes.readUInt32LE(section + 12);
      if (address >= begin && address < begin + bytes.readUInt32LE(section + 16))
        return address - begin + bytes.readUInt32LE(section + 20);
    }
    throw new Error(`no section has the address ${address}`);
  }

  const names = new Set();
  for (const { directory, size, name } of [
    { directory: 1, size: 20, name: 12 },
    { directory: 13, size: 32, name: 4 },
  ]) {
    const table = directory < directoryCount ? bytes.readUInt32LE(directories + 8 * directory) : 0;
    if (table === 0) continue;
    for (let entry = offsetOf(table); bytes.readUInt32LE(entry + name) !== 0; entry += size) {
      const begin = offsetOf(bytes.readUInt32LE(entry + name));
      names.add(bytes.toString('latin1', begin, bytes.indexOf(0, begin)).toLowerCase());
    }
  }
  return [...names];
}

// node .scripts/package/windows-imports.mjs FILE…: prints for each a line of JSON
if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const file of process.argv.slice(2)) {
    const bytes = readFileSync(file);
    console.log(JSON.stringify({ asksFor: importsOf(bytes), missing: foreignImports(bytes) }));
  }
