import { draftSample } from './basket-sample.ts';

/** A value of every stored form, with each of its fields, from which the fixtures are written. */
export const samples: Readonly<Record<string, unknown>> = {
  basket: { draft: draftSample, aside: { ...draftSample, correction: undefined } },
};
