import type { KeyboardEvent } from 'react';

/** Returns a handler that acts on Enter once, however long the key is held. */
export function onEnterKey(act: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!event.repeat) act();
  };
}
