import type { Key } from '../page/keys.ts';
import styles from './key-cap.module.css';

const short: Partial<Record<Key, string>> = { Escape: 'Esc', 'Ctrl+Delete': 'Ctrl+Del' };

/** The key that does the same as the button it stands on. */
export function KeyCap({ of }: { of: Key }) {
  return <Cap>{short[of] ?? of}</Cap>;
}

/** For keys that are no binding of ours (Enter, arrows). Said by the overlay in words, so silent here. */
export function Cap({ children }: { children: string }) {
  return (
    <kbd className={styles.cap} dir="ltr" aria-hidden>
      {children}
    </kbd>
  );
}
