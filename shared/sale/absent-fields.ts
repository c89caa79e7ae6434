import * as z from 'zod';

type Clean = (value: unknown) => unknown;

/**
 * Returns a function that removes empty optional fields from an input, at any depth: `null`, blank text, empty lists
 * and objects, and zeros without a meaning. A sale then has the same digest whether its till omits a field or sends it
 * empty. Everything else is passed on for the schema to check.
 * @param zeroIsNothing numbers for which 0 has no meaning, and objects with a zero `amount` or `percent`
 */
export function withoutAbsent(schema: z.ZodType, zeroIsNothing: ReadonlySet<z.ZodType>): Clean {
  function cleanerOf(field: unknown): Clean {
    if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return cleanerOf(field.unwrap());
    if (field instanceof z.ZodObject) return objectCleaner(field);
    if (field instanceof z.ZodArray) return listCleaner(field);
    if (field instanceof z.ZodType && zeroIsNothing.has(field))
      return (value) => (isZero(value) ? undefined : value);
    return field instanceof z.ZodPipe ? cleanerOf(field.in) : (value) => value;
  }

  function listCleaner({ element }: z.ZodArray): Clean {
    const clean = cleanerOf(element);
    return (list) => (Array.isArray(list) ? list.map(clean) : list);
  }

  function objectCleaner(object: z.ZodObject): Clean {
    const fields = new Map(
      Object.entries(object.shape).map(([key, field]) => [
        key,
        { clean: cleanerOf(field), optional: isOptional(field) },
      ]),
    );
    const clean: Clean = (value) => {
      if (!isObject(value)) return value;
      const stated: Record<string, unknown> = {};
      for (const [key, each] of Object.entries(value)) {
        const field = fields.get(key);
        const cleaned = field === undefined ? each : field.clean(each);
        if (field?.optional !== true) put(stated, key, cleaned);
        else if (!saysNothing(cleaned))
          put(stated, key, Array.isArray(cleaned) ? cleaned.filter((one) => !saysNothing(one)) : cleaned);
      }
      return stated;
    };
    return zeroIsNothing.has(object) ? (value) => withoutZeros(clean(value)) : clean;
  }

  return cleanerOf(schema);
}

/** Returns an adjustment without its zeros; undefined when its size consists only of zeros. */
function withoutZeros(adjustment: unknown): unknown {
  if (!isObject(adjustment)) return adjustment;
  const { amount, percent, ...rest } = adjustment;
  if (!isZero(amount) && !isZero(percent)) return adjustment;
  const sizes = Object.entries({ amount, percent }).filter(([, size]) => size !== undefined && !isZero(size));
  return sizes.length === 0 ? undefined : { ...rest, ...Object.fromEntries(sizes) };
}

function saysNothing(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.every(saysNothing);
  if (isObject(value)) return Object.values(value).every(saysNothing);
  return value === undefined || value === null;
}

function isZero(value: unknown): boolean {
  return value === 0 || (typeof value === 'string' && /^\s*-?0+(\.0+)?\s*$/.test(value));
}

const isOptional = (field: unknown) => field instanceof z.ZodOptional || field instanceof z.ZodDefault;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The record also accepts `__proto__`, which an input may contain as an ordinary key; the schema refuses it like any
 * unknown key.
 */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
