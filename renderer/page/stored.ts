/* Access to the browser's storage, which may be missing or full; nothing in it is essential. */

export function readStored(store: 'local' | 'session', key: string): string | undefined {
  try {
    return storeOf(store).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(store: 'local' | 'session', key: string, value: string): void {
  try {
    storeOf(store).setItem(key, value);
  } catch {
    // Ignored: the screen works without it.
  }
}

export function forgetStored(store: 'local' | 'session', key: string): void {
  try {
    storeOf(store).removeItem(key);
  } catch {
    // Ignored: the screen works without it.
  }
}

const storeOf = (store: 'local' | 'session') =>
  store === 'local' ? window.localStorage : window.sessionStorage;
