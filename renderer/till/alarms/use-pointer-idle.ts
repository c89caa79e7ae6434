import { useEffect, useRef, useState } from 'react';

/** The number of milliseconds without pointer movement before anything may appear or disappear. */
const stillness = 800;
/** The number of milliseconds between two checks while the pointer is held down. */
const pollIntervalMs = 100;

/**
 * Returns a copy of the value that changes only while the pointer is idle: the value may change the layout, and nothing
 * should move under a finger that is about to press.
 */
export function usePointerIdle<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  const hand = useRef({ isDown: false, movedAt: Number.NEGATIVE_INFINITY });

  useEffect(() => {
    const note = (isDown: boolean | undefined) => () => {
      hand.current = { isDown: isDown ?? hand.current.isDown, movedAt: performance.now() };
    };
    const listeners = {
      pointerdown: note(true),
      pointermove: note(undefined),
      pointerup: note(false),
      pointercancel: note(false),
    };
    for (const [event, listener] of Object.entries(listeners)) window.addEventListener(event, listener, true);
    return () => {
      for (const [event, listener] of Object.entries(listeners))
        window.removeEventListener(event, listener, true);
    };
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      const { isDown, movedAt } = hand.current;
      const left = stillness - (performance.now() - movedAt);
      if (!isDown && left <= 0) setShown(value);
      else timer = setTimeout(take, isDown ? pollIntervalMs : left);
    };
    take();
    return () => clearTimeout(timer);
  }, [value]);

  return shown;
}
