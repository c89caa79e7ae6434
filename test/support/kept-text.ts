import { newDraft } from '../../renderer/till/cart/draft.ts';
import type { Draft } from '../../shared/stored/basket/draft.ts';
import { keptBasket } from '../../shared/stored/basket/kept-basket.ts';

/** Returns the text of a kept basket, as a screen sends it to the terminal. */
export const keptText = (change: Partial<Draft> = {}): string =>
  keptBasket.write({ draft: { ...newDraft(), ...change } });
