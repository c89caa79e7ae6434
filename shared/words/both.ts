/** One text in both languages, for anything that is shown or printed in both. */
export interface BothLanguages {
  readonly ar: string;
  readonly en: string;
}

type InBoth<T> = T extends string ? BothLanguages : { readonly [K in keyof T]: InBoth<T[K]> };
type Texts = { readonly [key: string]: string | Texts };

/** Joins the same part of the two catalogues, text by text. */
export function inBoth<T extends Texts>(en: T, ar: Texts): InBoth<T>;
export function inBoth(en: Texts, ar: Texts): object {
  return Object.fromEntries(
    Object.entries(en).map(([key, text]) => {
      const arabic = ar[key];
      if (typeof text === 'string' && typeof arabic === 'string') return [key, { ar: arabic, en: text }];
      if (typeof text === 'object' && typeof arabic === 'object') return [key, inBoth(text, arabic)];
      throw new Error(`${key} is not in both languages`);
    }),
  );
}

/** Returns both languages in one text, as documents carry it: `خصم | Discount`. */
export const inOneText = ({ ar, en }: BothLanguages): string => `${ar} | ${en}`;
