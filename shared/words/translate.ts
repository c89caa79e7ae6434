import type { Language } from '../values/language.ts';
import { fill } from './fill.ts';
import { counted, type EnglishPlural } from './plural.ts';

/** The keys of the texts of `T`, such as `sale.title`. A plural counts as one text. */
export type TextKey<T> = {
  [K in keyof T & string]: T[K] extends string | EnglishPlural ? K : `${K}.${TextKey<T[K]>}`;
}[keyof T & string];

type TextAt<T, Key extends string> = Key extends keyof T
  ? T[Key]
  : Key extends `${infer Head}.${infer Rest}`
    ? Head extends keyof T
      ? TextAt<T[Head], Rest>
      : never
    : never;

type PlaceholdersOf<S> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

/** The placeholders of a text; a plural also needs its count. */
type ValueNames<Text> = Text extends string
  ? PlaceholdersOf<Text>
  : Text extends EnglishPlural
    ? 'count' | PlaceholdersOf<Text['other']>
    : never;

type Values<Names extends string> = {
  readonly [Name in Names]: Name extends 'count' ? number : string | number;
};

/** Returns a text of `T` in one language. A wrong key or a missing value does not compile. */
export type Translate<T> = <Key extends TextKey<T>>(
  key: Key,
  ...values: [ValueNames<TextAt<T, Key>>] extends [never]
    ? [values?: Readonly<Record<string, string | number>>]
    : [values: Values<ValueNames<TextAt<T, Key>>> & Readonly<Record<string, string | number>>]
) => string;

export function makeTranslate<T>(catalogue: object, language: Language): Translate<T> {
  const texts = new Map<string, string | EnglishPlural>();
  collect(catalogue, '', texts);
  return (key, ...[values = {}]) => {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`no text ${key}`);
    return typeof text === 'string'
      ? fill(text, values)
      : counted(Number(values.count), text, language, values);
  };
}

function collect(branch: object, prefix: string, texts: Map<string, string | EnglishPlural>): void {
  for (const [key, value] of Object.entries(branch)) {
    if (typeof value === 'string' || isPlural(value)) texts.set(prefix + key, value);
    else collect(value, `${prefix}${key}.`, texts);
  }
}

function isPlural(value: object): value is EnglishPlural {
  return 'one' in value && 'other' in value;
}
