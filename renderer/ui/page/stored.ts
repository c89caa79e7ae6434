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
    // The screen works without the stored value.
  }
}

export function forgetStored(store: 'local' | 'session', key: string): void {
  try {
    storeOf(store).removeItem(key);
  } catch {
    // The screen works without the stored value.
  }
}

const storeOf = (store: 'local' | 'session') =>
  store === 'local' ? window.localStorage : window.sessionStorage;
