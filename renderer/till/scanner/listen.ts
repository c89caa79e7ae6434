import { type Burst, nextKeyWithin, press, quiet, release, type Settled, silence } from './burst.ts';
import { type Before, editableOf, remember, replay, restore } from './held-keys.ts';
import { holdPresses } from './held-presses.ts';
import { pressOf } from './key-press.ts';
import { knownEnds } from './known-ends.ts';

/** The number of milliseconds by which a timer is late when the page is busy. */
const lateness = 15;

/**
 * Listens for scans on the whole page, above every field and button. A character that came too fast for a person is
 * held back until its source is certain: a scan reaches no field, and a person's keys are typed in order. The first
 * character of a burst usually comes from a person, so it reaches a field at once and is taken out again if it was a
 * scanner's; elsewhere, for instance on a PIN pad, it is held back too.
 * @returns a function that stops listening
 */
export function listenForScans(onScan: (code: string) => void): () => void {
  let burst: Burst = quiet;
  const held: KeyboardEvent[] = [];
  /** The number of characters of the burst that reached the page. */
  let released = 0;
  let before: Before | undefined;
  /** The position of the newest key of the burst. */
  let newest: string | undefined;
  const ends = knownEnds();
  /** A timer that runs while the last keys are undecided. */
  let timer: number | undefined;
  const replayed = new WeakSet<Event>();
  /** The keys whose press was suppressed, so that their release must be suppressed too. */
  const withheld = new Set<string>();

  const finish = (settled: Settled | undefined) => {
    if (settled === undefined) return;
    const { typed, code } = settled;
    const typedEvents = held.splice(0).slice(0, Math.max(0, typed - released));
    if (typed === 0 && before !== undefined) restore(before);
    released = Math.max(released, typed);
    for (const event of typedEvents) replay(event, replayed);
    if (code !== undefined) onScan(code);
  };
  const decide = () => {
    window.clearTimeout(timer);
    timer = undefined;
    const end = silence(burst);
    burst = end.burst;
    if (end.settled?.code !== undefined) ends.note(false);
    finish(end.settled);
    presses.letThrough();
  };
  const presses = holdPresses({
    stateAt(at) {
      const last = burst.strokes.at(-1);
      if (timer === undefined || last === undefined) return 'known';
      return burst.strokes.length > 1 && at - last.at <= nextKeyWithin(burst) ? 'going' : 'ended';
    },
    decide,
  });
  const wait = (since: number) => {
    window.clearTimeout(timer);
    timer = undefined;
    if (burst.strokes.length === 0) return presses.letThrough();
    const silenceMs = ends.silenceFactor(silence(burst).settled?.code) * nextKeyWithin(burst);
    timer = window.setTimeout(() => {
      // Keys may be queued behind the work that delayed this timer.
      if (performance.now() - since > silenceMs + lateness) wait(performance.now());
      else decide();
    }, silenceMs);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (replayed.has(event)) return;
    const key = pressOf(event);
    if (key === undefined) return;
    const decision = press(burst, key);
    burst = decision.burst;
    newest = event.code;
    if (decision.key === 'drop' && decision.settled?.code !== undefined) ends.note(true);
    finish(decision.settled);
    // A key that was held back until now may have moved the focus; this one must follow it.
    const isInFocus = event.target === document.activeElement;
    if (decision.key === 'first') {
      before = remember(isInFocus ? editableOf(event.target) : undefined);
      released = before === undefined ? 0 : 1;
    }
    const isHeldBack = decision.key === 'hold' || (decision.key === 'first' && before === undefined);
    if (isHeldBack) held.push(event);
    if (isHeldBack || decision.key === 'drop') {
      stop(event);
      withheld.add(event.code);
    }
    wait(performance.now());
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.code === newest) burst = release(burst);
    if (withheld.delete(event.code)) stop(event);
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  window.addEventListener('keyup', onKeyUp, { capture: true });
  return () => {
    window.clearTimeout(timer);
    presses.stop();
    window.removeEventListener('keydown', onKeyDown, { capture: true });
    window.removeEventListener('keyup', onKeyUp, { capture: true });
  };
}

function stop(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
