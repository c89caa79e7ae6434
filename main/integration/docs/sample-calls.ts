import type { OpenApi, Operation } from './openapi-document.ts';

/* One call of each operation to try by hand, made from the API's description, for the files of tools. */

export interface Call {
  readonly operation: Operation;
  readonly method: string;
  /** The path with {names} in it. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: { readonly json?: unknown; readonly form?: Readonly<Record<string, string>> };
}

/** A key that is new each time, in the syntax that these tools share. */
const newKey = '{{$guid}}';

const forms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  requestToken: {
    grant_type: 'client_credentials',
    client_id: '{{clientId}}',
    client_secret: '{{clientSecret}}',
  },
  revokeToken: { token: '{{token}}', client_id: '{{clientId}}', client_secret: '{{clientSecret}}' },
};

/** Returns the calls for programs, with the call for a token first; pages for browsers and descriptions are omitted. */
export function callsOf({ paths }: OpenApi): Call[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(path, method, operation)),
  );
  return calls
    .filter(({ operation, method }) => operation.security.length > 0 || method === 'post')
    .toSorted((a, b) => Number(isToken(b)) - Number(isToken(a)));
}

export const namesIn = (calls: readonly Call[]): string[] => [
  ...new Set(calls.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))),
];

const isToken = ({ operation }: Pick<Call, 'operation'>): boolean => operation.operationId === 'requestToken';

function callOf(path: string, method: string, operation: Operation): Call {
  const headers = (operation.parameters ?? [])
    .filter(({ in: where, required }) => where === 'header' && required)
    .map(({ name }) => [name, newKey] as const);
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (type === undefined) return { operation, method, path, headers };
  const [example] = Object.values(content?.examples ?? {});
  return {
    operation,
    method,
    path,
    headers: [...headers, ['Content-Type', type]],
    body:
      type === 'application/json'
        ? { json: withoutId(example?.value) }
        : { form: forms[operation.operationId] ?? {} },
  };
}

/** The example's sale id can be used only once, so it is omitted; a new key is enough to identify a sale. */
function withoutId(example: unknown): unknown {
  if (typeof example !== 'object' || example === null || !('saleId' in example)) return example ?? {};
  const { saleId: _, ...rest } = example;
  return rest;
}
