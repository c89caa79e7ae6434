import type { KnownAction } from '../activity.ts';
import type { Language } from '../values/language.ts';
import { actions as ar } from './ar/activity.ts';
import { actions as en } from './en/activity.ts';

const words: Readonly<Record<Language, Readonly<Record<KnownAction, string>>>> = { ar, en };

const isKnown = (action: string): action is KnownAction => Object.hasOwn(en, action);

/** Describes a line of the audit log; an action of another version is shown as its name. */
export const describeAction = (action: string, language: Language): string =>
  isKnown(action) ? words[language][action] : action;
