import { type ApiScope, apiScopes } from '../../../../shared/contract/programs/integration.ts';
import { apiVersion } from '../../docs/api-version.ts';
import type { OpenApi } from '../../docs/openapi-document.ts';
import { tags } from './openapi-operations.ts';
import { paths } from './openapi-paths.ts';
import { jsonSchemas } from './openapi-schemas.ts';
import { webhooks } from './openapi-webhooks.ts';

/** The OpenAPI 3.1 document of the API; plain JSON. @param version the version of the program */
export function makeOpenApi({ version }: { version: string }): OpenApi {
  const document = {
    openapi: '3.1.1',
    info: {
      title: 'Khatm',
      version: apiVersion,
      'x-program-version': version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This terminal' }],
    tags: [...tags, { name: 'Webhooks', description: 'What the terminal posts to your receiver' }],
    paths,
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
  return document as OpenApi;
}

/** Returns the same document with the address of the terminal, which importing tools require. */
export const atAddress = (document: OpenApi, address: string): OpenApi => ({
  ...document,
  servers: [{ url: address, description: 'This terminal' }],
});

const introduction = `Sales in, issued tax invoices and their status out, of one shop terminal. Pages to read are at [/docs](/docs).

- **The QR.** Put the text of \`qr\` into the symbol as it stands. Do not decode it first. Or take the picture: \`/qr.png\`, \`/qr.svg\`.
- **Time.** A document is dated now, when it is issued, and nothing can date it otherwise. Send the sale when it is made.
- **Hash.** \`hash\` is the invoice hash of the authority’s rules: SHA-256, as Base64, of the XML’s canonical form (C14N 1.1) without \`ext:UBLExtensions\`, \`cac:Signature\` and the \`cac:AdditionalDocumentReference\` of the QR. To see that a file is whole, compute that; a checksum of its bytes is another number.
- **Retries.** Repeat a call with the same \`Idempotency-Key\`, or the same \`saleId\`, until it answers: it never issues twice. A sale that was issued cannot be changed; a corrected sale is another sale and needs a new id.
- **Idempotency-Key.** It belongs to your client and stands for one sale for 30 days; a key for another sale is refused with 409, which names the document that holds it. A \`saleId\` belongs to the terminal and has no end.
- **Amounts** are decimal texts ("12.50") in the currency of the sale; send texts too.
- **Status.** \`waiting\` and \`sending\` end by themselves. \`parked\` does not: it is not sent again until a manager has looked at the terminal, so tell a person. \`rejected\` is final: a manager issues the document again there. A consumer's receipt is valid at once, whatever the status.
- **Limits of size.** A sale has at most 5,000 lines and 4 MiB; a return 512 KiB; other bodies 16 KiB.
- **Limits of calls.** Each client has 20 calls a second in the long run and 200 at once for sales and returns, and as many again for reading and \`/v2/sales/validate\`, so that reading never keeps a sale waiting; 64 KiB of a body count as one call more. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say how many calls you have at once, how many are left, and in how many seconds you have all again. After 429 and 503 wait for \`Retry-After\`.
- **Errors** are application/problem+json, in Arabic or English as \`Accept-Language\` asks. Look at \`code\`, and at the \`path\` and \`code\` of each issue; words may change. Every answer has an \`X-Request-Id\`; the manager sees the last calls of your program with these ids at the terminal.
- **Open answers.** Fields, values of \`status\` and codes may be added at any time: ignore what you do not know. What you send is closed: an unknown field is refused.
- **Versions.** \`X-Api-Version\` and \`info.version\` say the version of the API, not of the program. Within version 2 nothing is taken away and nothing changes its meaning.
- **Deprecation.** What will go is marked \`deprecated\` here and answers with the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594) for at least twelve months before it goes. Nothing is deprecated now.`;

const scopeWords: Record<ApiScope, string> = {
  'invoices.read': 'List and read invoices',
  'invoices.write': 'Issue invoices',
  'webhooks.manage': 'See deliveries of webhooks and send them again',
  'notes.other-systems':
    'Declare documents of other systems (`corrects[].otherSystem`, `prepayments[].otherSystem`)',
};
const scopes = Object.fromEntries(apiScopes.map((scope) => [scope, scopeWords[scope]]));
