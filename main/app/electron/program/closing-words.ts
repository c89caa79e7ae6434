import { ar } from '../../../../shared/words/ar/closing.ts';
import { en } from '../../../../shared/words/en/closing.ts';
import { fill } from '../../../../shared/words/fill.ts';
import type { Language } from '../../../../shared/words/index.ts';
import { locales, timeZone } from '../../../../shared/words/numbers.ts';
import { counted } from '../../../../shared/words/plural.ts';
import type { PendingWork } from '../../terminal/pending-work.ts';

/* The notice when the window closes, and the question when the program ends while documents wait to be sent. */

const texts = { en, ar } as const;

/** A notification that the program keeps running in the tray. */
export function goesOnWords(platform: NodeJS.Platform, language: Language): { title: string; body: string } {
  const { goesOn, places } = texts[language];
  const place = platform === 'darwin' ? places.menuBar : places.tray;
  return { title: goesOn.title, body: fill(goesOn.body, { place }) };
}

export const quitLabel = (language: Language): string => texts[language].quit;

/** The question before the program ends. @param now milliseconds since 1970 */
export function leavingWords(
  { waiting, nearestDeadline, isLocked }: PendingWork,
  now: number,
  language: Language,
) {
  const { stillWaiting, due, overdue, closed, locked, keep, back, quit } = texts[language];
  const time = new Intl.DateTimeFormat(locales[language], {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(nearestDeadline);
  return {
    message: counted(waiting, stillWaiting, language),
    detail: `${nearestDeadline !== undefined && nearestDeadline > now ? fill(due, { time }) : overdue} ${isLocked ? locked : closed}`,
    keep: isLocked ? back : keep,
    quit,
  };
}
