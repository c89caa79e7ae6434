import type { Key } from '../../page/keys.ts';
import styles from './key-cap.module.css';

const short: Partial<Record<Key, string>> = { Escape: 'Esc', 'Ctrl+Delete': 'Ctrl+Del' };

export function KeyCap({ of }: { of: Key }) {
  return <Cap>{short[of] ?? of}</Cap>;
}

/**
 * The picture of a key, including keys without a binding here (Enter, arrows). Screen readers skip it, since the
 * overlay names each key in words.
 */
export function Cap({ children }: { children: string }) {
  return (
    <kbd className={styles.cap} dir="ltr" aria-hidden>
      {children}
    </kbd>
  );
}
