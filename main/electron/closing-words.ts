import { fill } from '../../shared/words/fill.ts';
import type { Language } from '../../shared/words/index.ts';
import { locales, timeZone } from '../../shared/words/numbers.ts';
import { counted, type Plural } from '../../shared/words/plural.ts';
import type { PendingWork } from '../terminal/pending-work.ts';

/* What is said when the window closes, or the program is to end, while documents wait to be sent. */

const en = {
  goesOn: {
    title: 'Khatm goes on sending',
    body: 'It works on without its window. To end it, choose Quit at its icon in the {place}.',
  },
  places: { tray: 'notification area', menuBar: 'menu bar' },
  due: 'The first is due by {time}.',
  overdue: 'The first is overdue.',
  closed: 'While Khatm is closed, nothing is sent.',
  locked: 'Nothing is sent before somebody unlocks the terminal.',
  keep: 'Go on sending',
  back: 'Back',
  quit: 'Quit Khatm',
};
const ar: typeof en = {
  goesOn: {
    title: 'ختم يواصل الإرسال',
    body: 'يعمل ختم بدون نافذته. لإنهائه اختر «إنهاء» من أيقونته في {place}.',
  },
  places: { tray: 'منطقة الإشعارات', menuBar: 'شريط القوائم' },
  due: 'يجب إرسال أولها قبل {time}.',
  overdue: 'فات موعد أولها.',
  closed: 'لا يُرسل شيء وختم مغلق.',
  locked: 'لا يُرسل شيء قبل فتح قفل الجهاز.',
  keep: 'مواصلة الإرسال',
  back: 'رجوع',
  quit: 'إنهاء ختم',
};
const own = { en, ar } as const;

const stillWaiting: Plural = {
  en: {
    one: '{count} document still waits to be sent.',
    other: '{count} documents still wait to be sent.',
  },
  ar: {
    zero: 'لا مستندات بانتظار الإرسال.',
    one: 'ما زال مستند واحد بانتظار الإرسال.',
    two: 'ما زال مستندان بانتظار الإرسال.',
    few: 'ما زالت {count} مستندات بانتظار الإرسال.',
    many: 'ما زال {count} مستندًا بانتظار الإرسال.',
    other: 'ما زال {count} مستند بانتظار الإرسال.',
  },
};

/** A notification: where the program went. */
export function goesOnWords(platform: NodeJS.Platform, language: Language): { title: string; body: string } {
  const { goesOn, places } = own[language];
  const place = platform === 'darwin' ? places.menuBar : places.tray;
  return { title: goesOn.title, body: fill(goesOn.body, { place }) };
}

export const quitLabel = (language: Language): string => own[language].quit;

export interface LeavingWords {
  readonly message: string;
  readonly detail: string;
  readonly keep: string;
  readonly quit: string;
}

/** The question before the program ends. @param now milliseconds since 1970 */
export function leavingWords(
  { waiting, nearestDeadline, isLocked }: PendingWork,
  now: number,
  language: Language,
): LeavingWords {
  const { due, overdue, closed, locked, keep, back, quit } = own[language];
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
