import * as z from 'zod';
import { saleLimits } from './sale-limits.ts';

/** A caller's own facts about a sale, which the terminal stores and returns without reading them. */
export type Metadata = Readonly<Record<string, string>>;

/** Excludes the only name that could not be stored, `__proto__`. */
const keyForm = `^[A-Za-z0-9][A-Za-z0-9_.-]{0,${saleLimits.metadataKey - 1}}$`;
const key = new RegExp(keyForm);

/** This is no record of zod, which would silently drop `__proto__`: a caller must learn what is not stored. */
export const metadataSchema = z
  .custom<Record<string, string | null>>()
  .transform((value: unknown, context): Metadata => {
    const refuse = (path: string[], code: string, message: string, limit?: number) =>
      context.addIssue({
        code: 'custom',
        path,
        message,
        params: { code, ...(limit !== undefined && { limit }) },
      });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      refuse([], 'metadata-form', 'must be an object of texts');
      return z.NEVER;
    }
    const stated = Object.entries(value).filter(
      ([, one]) => one !== null && one !== undefined && !(typeof one === 'string' && one.trim() === ''),
    );
    const { metadataKeys, metadataValue } = saleLimits;
    if (stated.length > metadataKeys)
      refuse([], 'metadata-keys', `must have at most ${metadataKeys} keys`, metadataKeys);
    for (const [name, text] of stated.slice(0, metadataKeys + 1)) {
      if (!key.test(name)) refuse([name], 'metadata-key', `must have a name of the form ${keyForm}`);
      else if (typeof text !== 'string' || !text.isWellFormed())
        refuse([name], 'metadata-form', 'must be a text');
      else if ([...text].length > metadataValue)
        refuse([name], 'too-long', `must have at most ${metadataValue} characters`, metadataValue);
    }
    return Object.fromEntries(stated) as Metadata;
  })
  .meta({
    type: 'object',
    maxProperties: saleLimits.metadataKeys,
    propertyNames: { pattern: keyForm },
    additionalProperties: { type: 'string', maxLength: saleLimits.metadataValue },
  });
