import { homedir } from 'node:os';

/* The home folder's path names a person, so files for support say `~` instead of it. */

/** Returns a value with the home folder's path replaced in every text of it. */
export function withoutHome<T>(value: T, home = homedir()): T {
  return JSON.parse(replaceHome(JSON.stringify(value), '~', home));
}

/** Returns a text with the home folder's path replaced, even if its backslashes are doubled as in JSON. */
export function replaceHome(text: string, by: string, home = homedir()): string {
  // A service may have no home folder, or the root.
  if (home.length < 2) return text;
  const slashed = home.replaceAll('\\', '/');
  const spellings = [home.replaceAll('\\', '\\\\'), home, slashed, encodeURI(slashed)];
  const pattern = [...new Set(spellings)].map(escaped).join('|');
  // The path must end here, because `/home/ali` must not match `/home/alia`.
  return text.replace(
    new RegExp(`(?:${pattern})(?![\\p{L}\\p{N}_-])`, home.includes('\\') ? 'giu' : 'gu'),
    by,
  );
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
