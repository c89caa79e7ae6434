import type { ArabicForm } from '../shared/words/plural.ts';

/** The keys Arabic must have where English has `T`: the same, and all six forms of each plural. */
export type ArabicOf<T> = {
  readonly [K in keyof T as K extends `${infer Base}_other`
    ? `${Base}_${ArabicForm}`
    : K extends `${string}_one`
      ? never
      : K]: T[K] extends string ? string : ArabicOf<T[K]>;
};
