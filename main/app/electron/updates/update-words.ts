import { ar } from '../../../../shared/words/ar/updates.ts';
import { en } from '../../../../shared/words/en/updates.ts';
import { fill } from '../../../../shared/words/fill.ts';

/** The question about going back, in both languages: no terminal is open to tell the person's language. */
export function formerWords(version: string, former: string) {
  const both = (key: keyof typeof en.former, between: string) =>
    [ar, en].map((words) => fill(words.former[key], { version, former })).join(between);
  return {
    message: both('message', '\n\n'),
    stay: both('stay', ' · '),
    back: both('back', ' · '),
    differs: both('differs', '\n\n'),
  };
}
