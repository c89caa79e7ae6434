import type { CDPSession, Locator, Page } from 'playwright-core';

/*
 * Presses keys as a scanner or a person does. A scan is recognized only by the times of its keys, so each key event has
 * a time of its own. A busy machine then does not look like a slow scanner or a quick person.
 */

/**
 * The number of milliseconds by which a scanner's keys are ahead of a person's, which are ahead of the clock too.
 * `apart` is the number between two keys of a scanner.
 */
const pause = 60_000;
const apart = 5;

interface ScanOptions {
  /** The keyboard layout of the system; the scanner presses keys at the same places. */
  readonly layout?: 'english' | 'arabic';
  readonly end?: 'Enter' | 'Tab' | 'none';
  readonly apart?: number;
  /** The number of milliseconds by which the scanner pauses after its first characters, and the number of these. */
  readonly begins?: { readonly pause: number; readonly after: number };
  /** The number of milliseconds for which a busy machine delivers nothing, in the middle of the code. */
  readonly stops?: number;
  /** True to release all keys only at the end, as overlapping fingers do. */
  readonly rolls?: boolean;
}

/** The letters that an Arabic layout types at the places of the Latin ones; with Shift they are vowel signs. */
const arabic: Readonly<Record<string, string>> = {
  KeyA: 'ش',
  KeyC: 'ؤ',
  KeyQ: 'ض',
  KeyT: 'ف',
};
const shiftedArabic: Readonly<Record<string, string>> = { KeyA: 'ِ', KeyQ: 'َ', KeyT: 'إ' };

const places: Readonly<Record<string, string>> = {
  '-': 'Minus',
  '/': 'Slash',
  '=': 'Equal',
  '+': 'Equal',
  ' ': 'Space',
  '.': 'Period',
};

/** Types a code as a scanner does, into whatever has the focus. */
export async function scan(page: Page, code: string, options: ScanOptions = {}): Promise<void> {
  const { layout = 'english', end = 'Enter' } = options;
  await asTheyCome(page, true);
  const session = await page.context().newCDPSession(page);
  const keys = [...code].map((character) => keyOf(character, layout));
  if (end === 'Enter') keys.push({ key: 'Enter', code: 'Enter', text: '\r', shift: false });
  if (end === 'Tab') keys.push({ key: 'Tab', code: 'Tab', text: '', shift: false });
  const from = Date.now() + pause;
  // The keys are sent without waiting for each answer, because waiting would make pauses in the scan.
  const { begins } = options;
  const timeOf = (index: number) =>
    from + index * (options.apart ?? apart) + (begins && index >= begins.after ? begins.pause : 0);
  const presses = keys.map((key, index) => pressKey(session, key, timeOf(index)));
  const send = (some: typeof presses) =>
    options.rolls
      ? [...some.map(({ down }) => down()), ...some.map(({ up }) => up())]
      : some.flatMap(({ down, up }) => [down(), up()]);
  const middle = options.stops === undefined ? 0 : Math.ceil(presses.length / 2) + 1;
  const sent = send(presses.slice(0, middle));
  if (options.stops !== undefined) await page.waitForTimeout(options.stops);
  sent.push(...send(presses.slice(middle)));
  await Promise.all(sent);
  await session.detach();
  await asTheyCome(page, false);
}

/** Presses with the mouse after every key of `scan`, like a person who saw the scanner read. */
export async function pressAfterScan(page: Page, target: Locator): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox()) ?? fail('nothing to press');
  const session = await page.context().newCDPSession(page);
  const place = { x: x + width / 2, y: y + height / 2, button: 'left', clickCount: 1 } as const;
  const timestamp = (Date.now() + 2 * pause) / 1_000;
  await session.send('Input.dispatchMouseEvent', { ...place, type: 'mousePressed', timestamp });
  await session.send('Input.dispatchMouseEvent', { ...place, type: 'mouseReleased', timestamp });
  await session.detach();
}

/**
 * Presses F9 or the place of a button several times, as an impatient finger does. The page makes the presses itself. A
 * busy machine would deliver those of a test seconds apart, and the page would accept each as a single press.
 */
export async function pressImpatiently(page: Page, pressed: 'F9' | Locator, times: number): Promise<void> {
  if (pressed !== 'F9') await pressed.click({ trial: true });
  const box = pressed === 'F9' ? undefined : ((await pressed.boundingBox()) ?? fail('nothing to press'));
  const place = box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.evaluate(
    async (told) => {
      for (let press = 1; press <= told.times; press += 1) {
        if (told.place === undefined)
          for (const type of ['keydown', 'keyup'])
            (document.activeElement ?? document.body).dispatchEvent(
              new KeyboardEvent(type, { key: 'F9', code: 'F9', bubbles: true, cancelable: true }),
            );
        else
          document
            .elementFromPoint(told.place.x, told.place.y)
            ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: press }));
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
    },
    { times, place },
  );
}

function fail(why: string): never {
  throw new Error(why);
}

interface TypedKey {
  readonly key: string;
  readonly code: string;
  readonly text: string;
  readonly shift: boolean;
}

function keyOf(character: string, layout: 'english' | 'arabic'): TypedKey {
  const isLetter = /[A-Za-z]/.test(character);
  const code = /\d/.test(character)
    ? `Digit${character}`
    : isLetter
      ? `Key${character.toUpperCase()}`
      : (places[character] ?? '');
  const shift = /[A-Z+]/.test(character);
  const letters = shift ? shiftedArabic : arabic;
  const key = layout === 'arabic' && isLetter ? (letters[code] ?? 'ى') : character;
  return { key, code, text: key, shift };
}

function pressKey(session: CDPSession, { key, code, text, shift }: TypedKey, at: number) {
  const event = { key, code, timestamp: at / 1_000, modifiers: shift ? 8 : 0 };
  const type = text === '' ? 'rawKeyDown' : 'keyDown';
  return {
    down: () => session.send('Input.dispatchKeyEvent', { ...event, type, text }),
    up: () => session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }),
  };
}

/** Lets keys keep their own times, or gives them those of a person again. */
const asTheyCome = (page: Page, are: boolean) =>
  page.evaluate((value) => {
    window.keysAsTheyCome = value;
  }, are);

declare global {
  interface Window {
    keysAsTheyCome?: boolean;
  }
}

/**
 * Runs in the page. Gives the keys of a test the times of a person, a tenth of a second apart, however quickly they
 * arrive. The keys of `scan` keep their own.
 */
export function typeAsPerson(): void {
  const real = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')?.get;
  const times = new WeakMap<Event, number>();
  let last = 0;
  Object.defineProperty(KeyboardEvent.prototype, 'timeStamp', {
    get(this: KeyboardEvent) {
      const ownTime = Number(real?.call(this));
      if (window.keysAsTheyCome === true) return ownTime;
      const time = times.get(this) ?? Math.max(ownTime, last + 100);
      last = Math.max(last, time);
      times.set(this, time);
      return time;
    },
  });
}
