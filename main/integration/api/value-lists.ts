import * as z from 'zod';

/* Filters by several values, as the lists of the API take them: `a,b`, or one parameter for each. */

const listOf = <const T extends string>(item: z.ZodType<T, T>, description: string) =>
  z.preprocess(
    (said) => (Array.isArray(said) ? said : [said]).flatMap((each) => String(each).split(',')),
    z.array(item).min(1).describe(description),
  );

const together = 'Any of several, with commas between or one parameter for each';

/** A filter of which all values are known for good. */
export const closedList = <const T extends string>(values: readonly T[]) => listOf(z.enum(values), together);

/**
 * A filter that may get more values in later versions. Its description names those of today, and a client that was
 * made of it sends any text.
 */
export const openList = <const T extends string>(values: readonly T[]) =>
  listOf(
    z.enum(values).meta({ type: 'string', enum: undefined, 'x-extensible-enum': values }),
    `${together}. So far: ${values.join(', ')}; more may be added`,
  );
