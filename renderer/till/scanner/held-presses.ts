export interface Keys {
  /**
   * Returns the state of the last keys, if they are still undecided at the time of an event: `ended` once no further
   * key can belong to them, `going` while one may.
   */
  stateAt(at: number): 'known' | 'ended' | 'going';
  decide(): void;
}

/**
 * Delays a press, by finger or mouse, until after the preceding scan, so that a press on Pay includes the scanned item
 * even if the last characters of its code have not arrived yet.
 */
export function holdPresses(keys: Keys) {
  const held: PointerEvent[] = [];
  const onPointerDown = ({ timeStamp }: PointerEvent) => {
    if (keys.stateAt(timeStamp) === 'ended') keys.decide();
  };
  const onClick = (event: PointerEvent) => {
    // This is a synthetic press, for instance one that is let through below.
    if (!event.isTrusted) return;
    const state = keys.stateAt(event.timeStamp);
    if (state === 'ended') keys.decide();
    if (state === 'going') held.push(event);
    // The scan may have led to another screen, on which the person has not pressed anything.
    if (state === 'going' || !isThere(event.target)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  window.addEventListener('pointerdown', onPointerDown, { capture: true });
  window.addEventListener('click', onClick, { capture: true });

  return {
    /** Lets the presses through that waited for the end of a scan. */
    letThrough() {
      for (const event of held.splice(0))
        if (isThere(event.target)) event.target.dispatchEvent(new PointerEvent('click', event));
    },
    stop() {
      window.removeEventListener('pointerdown', onPointerDown, { capture: true });
      window.removeEventListener('click', onClick, { capture: true });
    },
  };
}

const isThere = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.isConnected;
