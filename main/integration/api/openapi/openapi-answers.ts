import type { SchemaName } from './openapi-schemas.ts';

export const json = (name: SchemaName, description: string, headers?: object) => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
export const file = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: { type: 'string', contentMediaType: type } } },
});
export const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: { type: 'string' } } },
});

const problemWords = {
  400: 'The input is not right; `issues` says where',
  401: 'The token is missing, expired or invalid',
  403: 'The token lacks the scope',
  404: 'There is no such invoice, copy of it, or delivery',
  409: 'The Idempotency-Key or the saleId was used for another sale, there is less left to return, or the delivery was given up',
  413: 'The body is too large',
  415: 'The body is not application/json, or compressed',
  421: 'The terminal does not answer for that host name',
  429: 'Too many requests; see Retry-After',
  501: 'This terminal makes no PDF',
  503: 'The terminal cannot do this now; see Retry-After',
} as const;

/** Every path answers only for its own host names, and is rate-limited. */
const everywhere = [421, 429] as const;

export function problems(...statuses: (keyof typeof problemWords)[]): object {
  return Object.fromEntries(
    [...statuses, ...everywhere].map((status) => [
      status,
      {
        description: problemWords[status],
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}
