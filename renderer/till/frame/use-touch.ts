import { useEffect } from 'react';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { useTerminalSend } from '../../ui/terminal/use-terminal-command.ts';

/** The number of milliseconds between two reports to the terminal that somebody is present. */
const touchEvery = 30_000;

/** Reports to the terminal that somebody is at the screen; the terminal signs out a person who has left. */
export function useTouch(status: TerminalStatus | undefined): void {
  const touch = useTerminalSend('session.touch');
  const isWatched = status?.person !== undefined;
  useEffect(() => {
    if (!isWatched) return;
    let last = Number.NEGATIVE_INFINITY;
    const onTouch = () => {
      if (performance.now() - last < touchEvery) return;
      last = performance.now();
      void touch({});
    };
    const touches = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const type of touches) window.addEventListener(type, onTouch, { capture: true, passive: true });
    return () => {
      for (const type of touches) window.removeEventListener(type, onTouch, { capture: true });
    };
  }, [isWatched, touch]);
}
