/* The browser's stores may be missing or full; what they keep is a comfort, never a need. */

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
    // The screen goes on without it.
  }
}

const storeOf = (store: 'local' | 'session') =>
  store === 'local' ? window.localStorage : window.sessionStorage;
