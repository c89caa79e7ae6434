import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Burst,
  nextKeyWithin,
  type Press,
  press,
  quiet,
  release,
  silence,
} from '../../../renderer/till/scanner/burst.ts';
import { pressOf } from '../../../renderer/till/scanner/key-press.ts';

/**
 * Returns the codes in a stream of keys, and everything that reached the page, in order.
 * @param hand the way in which keys are pressed: each is released before the next, as a scanner does, or they overlap
 * as with fingers
 */
function play(keys: readonly Press[], hand: 'rolls' | 'lets go' = 'rolls') {
  const codes: string[] = [];
  let reached = '';
  let burst: Burst = quiet;
  let pending: string[] = [];
  let released = 0;
  const finish = (settled: ReturnType<typeof silence>['settled']) => {
    if (settled === undefined) return;
    reached += pending.slice(0, Math.max(0, settled.typed - released)).join('');
    released = settled.typed;
    if (settled.code !== undefined) codes.push(settled.code);
    pending = [];
  };
  let now = 0;
  for (const key of keys) {
    // This simulates the page's timer, which is due before a key that comes too late.
    if (burst.strokes.length > 0 && key.at - now > nextKeyWithin(burst)) {
      const end = silence(burst);
      burst = end.burst;
      finish(end.settled);
    }
    now = key.at;
    const decision = press(burst, key);
    finish(decision.settled);
    burst = hand === 'lets go' ? release(decision.burst) : decision.burst;
    if (decision.key === 'first') released = 0;
    if (decision.key === 'first' || decision.key === 'hold')
      pending.push(key.kind === 'text' ? key.text : '');
    if (decision.key === 'pass') reached += nameOf(key);
  }
  finish(silence(burst).settled);
  return { codes, reached };
}

const nameOf = (key: Press) => (key.kind === 'text' ? key.text : key.kind === 'end' ? '⏎' : '·');

/** Makes the keys of a text with these pauses before them, starting at `from`. */
function keysOf(text: string, pauses: readonly number[], from = 0): Press[] {
  let at = from;
  return [...text].map((character, index) => {
    at += pauses[index % pauses.length] ?? 0;
    if (character === '⏎') return { kind: 'end', at };
    if (character === '·') return { kind: 'other', at };
    return { kind: 'text', text: character, at, canLead: character !== ' ' };
  });
}

const lastOf = (keys: readonly Press[]) => keys.at(-1)?.at ?? 0;
const character = fc.constantFrom(...'0123456789ABCDEFabcxyz-/+=.$%فقش漢');
const code = fc.string({ unit: character, minLength: 3, maxLength: 40 });
const longCode = fc.string({ unit: character, minLength: 8, maxLength: 700 });
const scannerPauses = fc.array(fc.integer({ min: 0, max: 35 }), { minLength: 1, maxLength: 20 });
const slowPauses = fc.array(fc.integer({ min: 61, max: 900 }), { minLength: 1, maxLength: 20 });
const typed = fc.string({ unit: fc.constantFrom(...'abc 123⏎·'), maxLength: 30 });

describe('a burst of keys', () => {
  it('with an end is the code that was scanned, and reaches nothing', () => {
    fc.assert(
      fc.property(code, scannerPauses, (text, pauses) => {
        expect(play(keysOf(`${text}⏎`, pauses))).toEqual({ codes: [text], reached: '' });
      }),
    );
  });

  it('of two characters is one where no hand is so quick', () => {
    const two = fc.string({ unit: character, minLength: 2, maxLength: 2 });
    const pauses = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 2, maxLength: 2 });
    const spanning = pauses.filter((each) => each.some((pause) => pause > 0));
    fc.assert(
      fc.property(two, spanning, (text, each) => {
        expect(play(keysOf(`${text}⏎`, [0, ...each]))).toEqual({ codes: [text], reached: '' });
      }),
    );
    expect(play(keysOf('12', [5])).codes).toEqual([]);
    expect(play(keysOf('1⏎', [0]))).toEqual({ codes: [], reached: '1⏎' });
  });

  it('of one or two characters is one where each key was let go before the next', () => {
    const short = fc.string({ unit: character, minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(short, fc.integer({ min: 1, max: 25 }), (text, pause) => {
        const scanned = keysOf(`${text}⏎`, [0, ...Array<number>(text.length).fill(pause)]);
        expect(play(scanned, 'lets go')).toEqual({ codes: [text], reached: '' });
      }),
    );
    const after = keysOf('7⏎', [50, 5]);
    expect(play([...keysOf('k', [0]), ...after], 'lets go')).toEqual({ codes: ['7'], reached: 'k' });
    expect(play(keysOf('7', [5]), 'lets go').codes).toEqual([]);
    expect(play(keysOf('7⏎', [0]), 'lets go')).toEqual({ codes: [], reached: '7⏎' });
  });

  it('of two characters is none where all keys were delivered at once', () => {
    expect(play(keysOf('12⏎', [0]))).toEqual({ codes: [], reached: '12⏎' });
    expect(play(keysOf('123⏎', [0]))).toEqual({ codes: ['123'], reached: '' });
  });

  it('of a slow scanner is one too, if it is long', () => {
    fc.assert(
      fc.property(longCode, fc.integer({ min: 0, max: 60 }), (text, pause) => {
        expect(play(keysOf(`${text}⏎`, [pause]))).toEqual({ codes: [text], reached: '' });
      }),
    );
  });

  it('without an end is one after a silence, if it is long', () => {
    fc.assert(
      fc.property(longCode, scannerPauses, (text, pauses) => {
        expect(play(keysOf(text, pauses))).toEqual({ codes: [text], reached: '' });
      }),
    );
  });

  it('is one although a busy machine delivered its keys late, after a silence', () => {
    const keys = keysOf('10023⏎', [5]);
    let burst: Burst = quiet;
    for (const key of keys.slice(0, 3)) burst = press(burst, key).burst;
    const late = silence(burst);
    expect(late.settled).toEqual({ typed: 3 });
    burst = late.burst;
    for (const key of keys.slice(3, 5)) burst = press(burst, key).burst;
    expect(press(burst, keys[5] as Press)).toMatchObject({
      key: 'drop',
      settled: { typed: 0, code: '10023' },
    });
  });

  it('is followed by further ends of the scanner, which press nothing', () => {
    const scanned = keysOf('10023⏎', [5]);
    const second = keysOf('⏎', [100], lastOf(scanned));
    expect(play([...scanned, ...second])).toEqual({ codes: ['10023'], reached: '' });
    const late = keysOf('⏎', [180], lastOf(keysOf('628100', [5])));
    expect(play([...keysOf('628100', [5]), ...late])).toEqual({ codes: ['628100'], reached: '' });
  });

  it('is not the key that a person pressed just before or after', () => {
    fc.assert(
      fc.property(
        typed,
        slowPauses,
        code,
        fc.integer({ min: 61, max: 500 }),
        typed,
        (before, slow, text, gap, after) => {
          const first = keysOf(before, slow);
          const scanned = keysOf(`${text}⏎`, [gap, ...Array<number>(text.length).fill(8)], lastOf(first));
          const last = keysOf(after, [201, ...slow], lastOf(scanned));
          const shown = play([...first, ...scanned, ...last]);
          expect(shown).toEqual({ codes: [text], reached: before + after });
        },
      ),
    );
  });

  it('leaves the person’s key that it came right after', () => {
    fc.assert(
      fc.property(code, fc.integer({ min: 40, max: 60 }), (text, gap) => {
        const scanned = keysOf(`${text}⏎`, [gap, ...Array<number>(text.length).fill(8)]);
        expect(play([...keysOf('k', [0]), ...scanned])).toEqual({ codes: [text], reached: 'k' });
      }),
    );
    const short = keysOf('12⏎', [50, 5, 5]);
    expect(play([...keysOf('k', [0]), ...short])).toEqual({ codes: ['12'], reached: 'k' });
    // This is a slower scanner with three characters and a longer first pause.
    expect(play(keysOf('k12⏎', [0, 60, 15, 15]))).toEqual({ codes: ['k12'], reached: '' });
  });
});

describe('a person', () => {
  it('is never taken for a scanner, and every key arrives in its order', () => {
    fc.assert(
      fc.property(typed, slowPauses, (text, pauses) => {
        expect(play(keysOf(text, pauses))).toEqual({ codes: [], reached: text });
      }),
    );
  });

  it('may roll two keys, or type a short word with Enter in a tenth of a second a key', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1 }), (pauses) => {
        // Two keys of a person may be this quick, but never three in a row.
        const keys = keysOf(
          'ab'.repeat(10),
          pauses.flatMap((pause) => [61 + pause, pause % 50]),
        );
        expect(play(keys)).toEqual({ codes: [], reached: 'ab'.repeat(10) });
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom('1⏎', '12⏎', '٥⏎'), fc.integer({ min: 26, max: 200 }), (text, pause) => {
        // A finger that releases each key before the next needs longer than this.
        expect(play(keysOf(text, [pause]), 'lets go')).toEqual({ codes: [], reached: text });
      }),
    );
    for (const pause of [13, 25]) expect(play(keysOf('1⏎', [pause]))).toEqual({ codes: [], reached: '1⏎' });
    for (const pause of [13, 20]) expect(play(keysOf('12⏎', [pause]))).toEqual({ codes: [], reached: '12⏎' });
    expect(play(keysOf('1250⏎', [50]))).toEqual({ codes: [], reached: '1250⏎' });
  });

  it('loses nothing, whatever the times and keys are', () => {
    const anything = fc.array(fc.tuple(fc.constantFrom(...'ab1- ⏎·'), fc.integer({ min: 0, max: 300 })));
    fc.assert(
      fc.property(anything, (all) => {
        let at = 0;
        const keys = all.flatMap(([key, pause]) => {
          at += pause;
          return keysOf(key, [0], at);
        });
        const { codes, reached } = play(keys);
        const whole = all.map(([key]) => key).join('');
        if (codes.length === 0) expect(reached).toBe(whole);
        expect(reached.length + codes.join('').length).toBeLessThanOrEqual(whole.length);
        // Only the Enter at the end of a scan disappears.
        expect(whole.replaceAll('⏎', '').length).toBe((reached + codes.join('')).replaceAll('⏎', '').length);
      }),
    );
  });
});

describe('a key', () => {
  const event = {
    key: 'ف',
    code: 'KeyT',
    shiftKey: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    repeat: false,
    isComposing: false,
    timeStamp: 7,
  };
  const textOf = (change: Partial<typeof event>) => {
    const key = pressOf({ ...event, ...change });
    return key?.kind === 'text' ? key.text : key?.kind;
  };

  it('is read by its place, whatever the layout of the system makes of it', () => {
    expect(textOf({})).toBe('t');
    expect(textOf({ key: 'لإ', shiftKey: true })).toBe('T');
    expect(textOf({ key: 'لا', code: 'KeyB' })).toBe('b');
    expect(textOf({ key: '٥', code: 'Digit5' })).toBe('5');
    expect(textOf({ key: '+', code: 'Equal', shiftKey: true })).toBe('+');
    expect(textOf({ key: '7', code: 'Numpad7' })).toBe('7');
    expect(textOf({ key: '漢', code: '' })).toBe('漢');
  });

  it('that is held down, names something or has a modifier is no character', () => {
    for (const change of [
      { repeat: true },
      { isComposing: true },
      { altKey: true },
      { ctrlKey: true },
      { key: 'F9', code: 'F9' },
      { key: 'ArrowLeft', code: 'Numpad4' },
      { key: 'Dead', code: 'Quote' },
      { key: 'Enter', code: 'Enter', repeat: true },
    ])
      expect(textOf(change)).toBe('other');
    expect(pressOf({ ...event, key: 'Shift', code: 'ShiftLeft' })).toBeUndefined();
  });
});
