import * as z from 'zod';

/* Filters by several values, for the lists of the API: `a,b`, or a repeated parameter. */

const listOf = <const T extends string>(item: z.ZodType<T, T>, description: string) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? value : [value]).flatMap((each) => String(each).split(',')),
    z.array(item).min(1).describe(description),
  );

const together = 'Any of several, with commas between or one parameter for each';

/** A filter with a fixed set of values. */
export const closedList = <const T extends string>(values: readonly T[]) => listOf(z.enum(values), together);

/** A filter that may get more values later: the description names today's, and a client may send any text. */
export const openList = <const T extends string>(values: readonly T[]) =>
  listOf(
    z.enum(values).meta({ type: 'string', enum: undefined, 'x-extensible-enum': values }),
    `${together}. So far: ${values.join(', ')}; more may be added`,
  );
