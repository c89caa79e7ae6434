import { json, page, problems } from './openapi-answers.ts';
import { named } from './openapi-operations.ts';

/* The operations by which a program gets access, and those that describe the API, path by path. */

function formEndpoint(
  name: ReturnType<typeof named>,
  { summary, description }: { summary: string; description: string },
  body: object,
  ok: object,
): object {
  return {
    ...name,
    summary,
    description,
    security: [],
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema: body } },
    },
    responses: {
      200: ok,
      400: json(
        'OAuthError',
        'Wrong grant type, missing parameter, bad encoding, or a grant that is not valid',
      ),
      401: json('OAuthError', 'The client’s secret is wrong'),
      413: json('OAuthError', 'The body is too large'),
      503: json('OAuthError', 'The terminal cannot do this now'),
      ...problems(),
    },
  };
}

function describing(
  name: ReturnType<typeof named>,
  [summary, description]: readonly [string, string],
  type: string,
  answer = 'The file',
) {
  const schema = { type: type === 'application/json' ? 'object' : 'string' };
  return {
    get: {
      ...name,
      summary,
      description,
      security: [],
      responses: { 200: { description: answer, content: { [type]: { schema } } }, ...problems() },
    },
  };
}

export const accessPaths = {
  '/oauth/token': {
    post: formEndpoint(
      named('requestToken', 'Access'),
      {
        summary: 'A token (RFC 6749 §3.2)',
        description:
          'Keep the token until shortly before `expires_in` has passed, and ask for a new one then or after 401. The ' +
          'client’s id and secret come from the manager of the terminal.',
      },
      { $ref: '#/components/schemas/TokenRequest' },
      json('Token', 'The token'),
    ),
  },
  '/oauth/revoke': {
    post: formEndpoint(
      named('revokeToken', 'Access'),
      {
        summary: 'Revoke a token (RFC 7009)',
        description: 'A token of no use any more is answered in the same way: nobody learns what exists.',
      },
      {
        type: 'object',
        required: ['token'],
        properties: Object.fromEntries(
          ['token', 'token_type_hint', 'client_id', 'client_secret'].map((name) => [
            name,
            { type: 'string' },
          ]),
        ),
      },
      {
        description: 'The token is of no use now',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    ),
  },
  '/oauth/authorize': {
    get: {
      ...named('askForAccess', 'Access'),
      summary: 'Ask a person for access (RFC 6749 §4.1, RFC 7636); open it in a browser',
      description:
        'For apps that act for a person. PKCE with S256 is needed. A manager approves at the terminal, where the same ' +
        'check words stand as in the browser.',
      security: [],
      parameters: [
        'response_type',
        'client_id',
        'redirect_uri',
        'scope',
        'state',
        'code_challenge',
        'code_challenge_method',
      ].map((name) => ({ in: 'query', name, schema: { type: 'string' } })),
      responses: {
        302: { description: 'Back to the app, with an error' },
        303: { description: 'To the page that waits for the person at the terminal' },
        ...problems(),
        400: {
          description: 'There is nowhere to send the browser',
          content: {
            'text/html': { schema: { type: 'string' } },
            'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
          },
        },
      },
    },
  },
  '/oauth/authorize/{ticket}': {
    get: {
      ...named('waitForApproval', 'Access'),
      summary: 'Waits for the person at the terminal',
      description: 'The page of the browser until somebody answers; programs have no use for it.',
      security: [],
      parameters: [{ in: 'path', name: 'ticket', required: true, schema: { type: 'string' } }],
      responses: {
        200: page('Not answered yet; the page asks again by itself'),
        302: { description: 'Back to the app, with a code or an error' },
        404: page('There is no such request, or it has ended'),
        ...problems(),
      },
    },
  },
  '/.well-known/oauth-authorization-server': describing(
    named('getAuthorizationServer', 'Access'),
    [
      'What the authorization server can do (RFC 8414)',
      'For libraries that find the addresses of OAuth by themselves.',
    ],
    'application/json',
    'Metadata',
  ),
  '/openapi.json': describing(
    named('getOpenApi', 'Description'),
    ['This document', 'For generators, tools and linters. Its `info.version` is that of the API.'],
    'application/json',
    'OpenAPI 3.1',
  ),
  '/openapi-3.0.json': describing(
    named('getOlderOpenApi', 'Description'),
    [
      'This document in OpenAPI 3.0',
      'For generators and importers that do not read 3.1. It has no webhooks, which 3.0 does not know.',
    ],
    'application/json',
  ),
  '/docs': describing(
    named('getDocs', 'Description'),
    ['The pages to read', 'Works without a network and without scripts.'],
    'text/html',
  ),
  '/docs/docs.css': describing(
    named('getDocsStyle', 'Description'),
    ['Their style', 'No other page needs it.'],
    'text/css',
  ),
  '/docs/khatm.http': describing(
    named('getHttpFile', 'Description'),
    [
      'A call of each operation, for editors',
      'For VS Code’s REST Client, JetBrains and Visual Studio; the address is this terminal’s.',
    ],
    'text/plain',
  ),
  '/docs/khatm.postman_collection.json': describing(
    named('getPostmanCollection', 'Description'),
    [
      'A collection for Postman, Bruno and Insomnia',
      'In Postman’s form 2.1, with this terminal’s address; set the id and the secret of your program.',
    ],
    'application/json',
  ),
};
