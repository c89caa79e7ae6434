import { useEffect } from 'react';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import { useClient } from '../client.tsx';

/** How long a manager may leave the screen alone, milliseconds. */
const lockAfter = 10 * 60_000;

/** Signs a manager out who has left; a cashier stays signed in, as the next customer comes to them. */
export function useAutoLock(status: TerminalStatus | undefined): void {
  const client = useClient();
  const isWatched = status?.role === 'manager' && status.person !== undefined;
  useEffect(() => {
    if (!isWatched) return;
    const lock = () => void client.call('people.signOut', {});
    let timer = setTimeout(lock, lockAfter);
    const onTouch = () => {
      clearTimeout(timer);
      timer = setTimeout(lock, lockAfter);
    };
    const touches = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const touch of touches) window.addEventListener(touch, onTouch, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const touch of touches) window.removeEventListener(touch, onTouch, { capture: true });
    };
  }, [isWatched, client]);
}
