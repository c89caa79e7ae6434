import { type ApiScope, apiScopes } from '../../../shared/contract/integration.ts';
import { namedPaths, tags } from './openapi-operations.ts';
import { jsonSchemas } from './openapi-schemas.ts';
import { webhooks } from './openapi-webhooks.ts';

/** The OpenAPI 3.1 document of the API; plain JSON. */
export function makeOpenApi({ version }: { version: string }): object {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Khatm',
      version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This terminal' }],
    tags: [...tags, { name: 'Webhooks', description: 'What the terminal posts to your receiver' }],
    paths: namedPaths(),
    webhooks,
    components: {
      schemas: jsonSchemas(),
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: { tokenUrl: '/oauth/token', scopes },
            authorizationCode: {
              authorizationUrl: '/oauth/authorize',
              tokenUrl: '/oauth/token',
              refreshUrl: '/oauth/token',
              scopes,
            },
          },
        },
      },
    },
  };
}

/** The facts that a programmer needs before the first call. */
const introduction = `Sales in, sealed tax invoices and their status out, of one shop terminal.

- **The QR.** Put the text of \`qr\` into the symbol as it stands. Do not decode it first.
- **Time.** A document is dated when it is sealed, and nothing can date it otherwise. Seal the sale when it is made.
- **Retries.** Repeat a call with the same \`Idempotency-Key\`, or the same \`saleId\`, until it answers: it never seals twice. A sale that was sealed cannot be changed; a corrected one is another sale and needs a new id.
- **Amounts** are decimal texts ("12.50") in the currency of the sale; send texts too.
- **Status.** \`waiting\` and \`sending\` end by themselves. \`parked\` does not: a manager must look at the terminal. \`rejected\` is final: a manager issues the document anew there. A consumer's receipt is valid at once, whatever the status.
- **Limits.** A sale has at most 5,000 lines and 4 MiB; each client has 20 calls a second in the long run and 200 at once for sales and returns, and as many again for reading and \`/v2/sales/validate\`, so that reading never keeps a sale waiting; 64 KiB of a body count as one call more. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say how many calls you have at once, how many are left, and in how many seconds you have all again. After 429 and 503 wait for \`Retry-After\`.
- **Errors** are application/problem+json, in Arabic or English as \`Accept-Language\` asks. Look at \`code\`, and at the \`path\` and \`code\` of each issue; words may change. Every answer has an \`X-Request-Id\`.
- **Later versions** may add fields, values of \`status\` and codes: ignore what you do not know.`;

const scopeWords: Record<ApiScope, string> = {
  'invoices.read': 'List and read invoices',
  'invoices.write': 'Issue invoices',
  'webhooks.manage': 'See deliveries of webhooks and send them again',
  'notes.other-systems': 'Declare documents of other systems in notes (`corrects[].otherSystem`)',
};
const scopes = Object.fromEntries(apiScopes.map((scope) => [scope, scopeWords[scope]]));
