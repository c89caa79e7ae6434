import * as z from 'zod';
import { type Failure, FailureError, type Issue, parseOrFail } from '../../../shared/failure.ts';
import { withoutAbsent } from '../../../shared/sale/absent-fields.ts';
import {
  adjustmentSchemas,
  lineSchema,
  type Sale,
  saleLimits,
  saleSchema,
} from '../../../shared/sale/sale.ts';
import { readJson } from './read-json.ts';

export type ReadSale =
  | { readonly kind: 'sale'; readonly sale: Sale }
  /** The text is not complete JSON in UTF-8, or is nested more deeply than any sale. */
  | { readonly kind: 'malformed'; readonly fault: Issue }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** The lines that are checked first, so that a sale with faults everywhere is refused for the first ones. */
const linesFirst = [100, 1_000];

/** Reads a sale from untrusted bytes. */
export function readSale(bytes: Uint8Array): ReadSale {
  const json = readJson(bytes);
  if ('fault' in json) return { kind: 'malformed', fault: json.fault };
  try {
    return { kind: 'sale', sale: check(withShortArrays(json.value)) };
  } catch (error) {
    if (error instanceof FailureError) return { kind: 'refused', failure: error.failure };
    throw error;
  }
}

const strictLines = z.object({ lines: z.array(lineSchema) });
/** The lines alone, read as leniently as by the schema of the whole sale. */
const lineArray = z.transform(withoutAbsent(strictLines, adjustmentSchemas)).pipe(strictLines);

function check(value: unknown): Sale {
  const lines = (value as { lines?: unknown } | null)?.lines;
  if (Array.isArray(lines))
    for (const first of linesFirst.filter((count) => count < lines.length))
      parseOrFail(lineArray, { lines: lines.slice(0, first) });
  return parseOrFail(saleSchema, value);
}

/** Shortens arrays longer than any sale has, but leaves one element too many, so that they are still refused. */
function withShortArrays(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, saleLimits.lines + 1).map(withShortArrays);
  if (typeof value !== 'object' || value === null) return value;
  // Properties are defined as own ones, so that no name can change the object's prototype.
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withShortArrays(inner)]));
}
