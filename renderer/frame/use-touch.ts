import { useEffect } from 'react';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import { useTerminal } from '../terminal/use-terminal.ts';

/** Milliseconds between two reports to the terminal that somebody is present. */
const touchEvery = 30_000;

/** Reports to the terminal that somebody is at the screen; the terminal signs out a person who has left. */
export function useTouch(status: TerminalStatus | undefined): void {
  const terminal = useTerminal();
  const isWatched = status?.person !== undefined;
  useEffect(() => {
    if (!isWatched) return;
    let last = Number.NEGATIVE_INFINITY;
    const onTouch = () => {
      if (performance.now() - last < touchEvery) return;
      last = performance.now();
      void terminal.call('session.touch', {});
    };
    const touches = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const touch of touches) window.addEventListener(touch, onTouch, { capture: true, passive: true });
    return () => {
      for (const touch of touches) window.removeEventListener(touch, onTouch, { capture: true });
    };
  }, [isWatched, terminal]);
}
