import type { Alarm } from '../../../../shared/alarm.ts';
import type { TerminalStatus } from '../../../../shared/contract/terminal/terminal.ts';
import type { Environment } from '../../../../shared/status.ts';
import { describeAlarm } from '../../../../shared/words/alarms.ts';
import { ar as arStart } from '../../../../shared/words/ar/start.ts';
import { ar } from '../../../../shared/words/ar/tray.ts';
import { en as enStart } from '../../../../shared/words/en/start.ts';
import { en } from '../../../../shared/words/en/tray.ts';
import { fill } from '../../../../shared/words/fill.ts';
import { type Language, words } from '../../../../shared/words/index.ts';
import { formatCount } from '../../../../shared/words/numbers.ts';

/* The terminal's status in the tray and in the system's notifications. */

const texts = { en, ar } as const;
const names = { en: enStart.name, ar: arStart.name } as const;

/** Windows cuts a tooltip after this many characters. */
const tooltipLength = 127;

export interface TrayWords {
  readonly tooltip: string;
  /** The lines of the menu with facts: the environment and the number waiting, then the worst alarm if there is one. */
  readonly facts: readonly string[];
  readonly open: string;
  readonly quit: string;
}

/** @param status undefined until the terminal's first status */
export function trayWords(status: TerminalStatus | undefined, language: Language): TrayWords {
  const name = names[language];
  const { open, quit, none, waiting } = texts[language];
  if (status === undefined) return { tooltip: name, facts: [], open, quit };
  const [worst] = status.alarms;
  const count = status.waiting === 0 ? none : fill(waiting, { count: formatCount(status.waiting, language) });
  const facts = [
    `${words[language].environments[status.environment]} · ${count}`,
    ...(worst === undefined ? [] : [describeAlarm(worst, language).says]),
  ];
  return { tooltip: shorten([name, ...facts].join('\n')), facts, open, quit };
}

/** The text of an alarm as a system notification, with its environment, since another one may be on the screen. */
export function notificationWords(
  environment: Environment,
  alarm: Alarm,
  language: Language,
): { title: string; body: string } {
  const { says, advice } = describeAlarm(alarm, language);
  return {
    title: `${names[language]} · ${words[language].environments[environment]}`,
    body: `${says} ${advice}`,
  };
}

/** Returns the language of the page by its title, which is also known before a terminal is open. */
export function languageOfTitle(title: string): Language {
  return title === names.en ? 'en' : 'ar';
}

function shorten(text: string): string {
  return text.length <= tooltipLength ? text : `${text.slice(0, tooltipLength - 1)}…`;
}
