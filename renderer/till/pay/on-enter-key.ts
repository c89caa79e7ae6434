import type { KeyboardEvent } from 'react';

/** Returns a handler that acts only once on Enter, even if the key is held down. */
export function onEnterKey(act: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!event.repeat) act();
  };
}
