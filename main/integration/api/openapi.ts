import { type ApiScope, apiScopes } from '../../../shared/contract/integration.ts';
import { paths } from './openapi-paths.ts';
import { jsonSchemas } from './openapi-schemas.ts';

/** The OpenAPI 3.1 document of the API; plain JSON. */
export function makeOpenApi({ version }: { version: string }): object {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Khatm',
      version,
      description: 'Sales in, sealed tax invoices and their status out, of one shop terminal.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
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

const scopeWords: Record<ApiScope, string> = {
  'invoices.read': 'List and read invoices',
  'invoices.write': 'Issue invoices',
  'notes.other-systems': 'Declare documents of other systems in notes (`corrects[].otherSystem`)',
};
const scopes = Object.fromEntries(apiScopes.map((scope) => [scope, scopeWords[scope]]));
