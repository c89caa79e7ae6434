import * as z from 'zod';
import { withoutAbsent } from '../../shared/absent-fields.ts';
import { type Failure, FailureError, parseOrFail } from '../../shared/failure.ts';
import { adjustmentSchemas, lineSchema, type Sale, saleLimits, saleSchema } from '../../shared/sale.ts';

/** The result of reading another program's sale. */
export type ReadSale =
  | { readonly kind: 'sale'; readonly sale: Sale }
  /** Not a whole JSON text in UTF-8, or nested deeper than any sale. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Twice the depth of a sale. */
const deepest = 16;

/** Numbers of lines checked first: a sale that is wrong everywhere is refused by its first faults. */
const linesFirst = [100, 1_000];

/** Reads a sale from untrusted bytes. */
export function readSale(bytes: Uint8Array): ReadSale {
  const value = parseJson(bytes);
  if (value === undefined) return { kind: 'malformed' };
  try {
    return { kind: 'sale', sale: check(value) };
  } catch (error) {
    if (error instanceof FailureError) return { kind: 'refused', failure: error.failure };
    throw error;
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    // The decoder removes a byte order mark.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return isDeep(text) ? undefined : withShortArrays(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** True when brackets nest deeper than in any sale; checked before parsing. */
function isDeep(text: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inText && character === '\\') at += 1;
    else if (character === '"') inText = !inText;
    else if (inText) continue;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

const strictLines = z.object({ lines: z.array(lineSchema) });
/** As lenient as the sale's own schema. */
const lineArray = z.transform(withoutAbsent(strictLines, adjustmentSchemas)).pipe(strictLines);

function check(value: unknown): Sale {
  const lines = (value as { lines?: unknown } | null)?.lines;
  if (Array.isArray(lines))
    for (const first of linesFirst.filter((count) => count < lines.length))
      parseOrFail(lineArray, { lines: lines.slice(0, first) });
  return parseOrFail(saleSchema, value);
}

/** No honest program sends these: they change the nature of objects. */
const hostileKeys = ['__proto__', 'constructor'];

/**
 * Shortens arrays longer than any sale has, leaving one element too many so that they are still refused.
 * @throws SyntaxError for a hostile key
 */
function withShortArrays(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, saleLimits.lines + 1).map(withShortArrays);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.some(([key]) => hostileKeys.includes(key))) throw new SyntaxError('a key that is none');
  return Object.fromEntries(entries.map(([key, inner]) => [key, withShortArrays(inner)]));
}
