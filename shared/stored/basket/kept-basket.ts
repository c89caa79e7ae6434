import * as z from 'zod';
import { storedForm } from '../stored-form.ts';
import { draftSchema } from './draft.ts';

/** The basket of a person, and the one that a correction has put aside. */
export const keptBasket = storedForm({
  name: 'basket',
  schema: z.object({ draft: draftSchema, aside: draftSchema.optional() }),
});
export type KeptBasket = Readonly<z.infer<(typeof keptBasket)['schema']>>;
