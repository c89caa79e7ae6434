// Brings the words of shared/words to the packages: electron-builder.yml extends what this returns, and the scripts that
// run while a package is installed or removed are filled in. It is called before electron-builder reads the scripts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ar } from '../../shared/words/ar/packages.ts';
import { ar as arOfStart } from '../../shared/words/ar/start.ts';
import { en } from '../../shared/words/en/packages.ts';
import { workFolder } from './natives.mjs';

const words = { en, ar };

/** Escapes a text for the shell, within single quotes. */
const forShell = (text) => text.replaceAll("'", `'\\''`);
/** Escapes a text for NSIS, within double quotes. */
const forNsis = (text) => text.replaceAll('$', '$$$$').replaceAll('"', '$\\"');

/** The scripts with `@en.NAME@` and `@ar.NAME@` in the places of texts. */
const scripts = [
  { file: 'linux/after-install.sh', escaped: forShell },
  { file: 'linux/after-remove.sh', escaped: forShell },
  // Without a byte order mark, an installer that is made on Windows may be read in another encoding.
  { file: 'windows/installer.nsh', escaped: forNsis, mark: '\ufeff' },
];

/** Writes the scripts with their texts into a folder. */
export function writeScripts(folder) {
  mkdirSync(folder, { recursive: true });
  for (const { file, escaped, mark = '' } of scripts) {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    const filled = source.replace(/@(en|ar)\.(\w+)@/g, (place, language, name) => {
      const text = words[language][name];
      if (typeof text !== 'string')
        throw new Error(`${file}: ${place} is no text of shared/words/${language}/packages.ts`);
      return escaped(text);
    });
    writeFileSync(path.join(folder, path.basename(file)), mark + filled);
  }
}

/** Returns the part of electron-builder's configuration that people read. */
export default function wordsOfPackages() {
  writeScripts(workFolder);
  const inBoth = (key, name) => ({ [key]: en.menu[name], [`${key}[ar]`]: ar.menu[name] });
  return {
    linux: {
      synopsis: en.synopsis,
      // Also the comment of the menu's entry, which has the Arabic one in a line of its own.
      description: `${en.description} ${ar.synopsis}. ${ar.description}`,
      desktop: {
        entry: {
          'Name[ar]': arOfStart.name,
          ...inBoth('GenericName', 'kind'),
          'Comment[ar]': ar.description,
          ...inBoth('Keywords', 'keywords'),
        },
        desktopActions: { SafeMode: inBoth('Name', 'safeMode') },
      },
    },
  };
}
