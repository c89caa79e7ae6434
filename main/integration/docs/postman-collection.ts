import type { OpenApi } from './openapi-document.ts';
import { addressMark } from './quickstart.ts';
import { type Call, callsOf, namesIn } from './sample-calls.ts';

/** A collection in Postman's format 2.1, which Bruno, Insomnia and Hoppscotch read too. */
export function postmanCollection(document: OpenApi): object {
  const calls = callsOf(document);
  const folders = document.tags.map(({ name, description }) => ({
    name,
    description,
    item: calls.filter(({ operation }) => operation.tags.includes(name)).map(itemOf),
  }));
  return {
    info: {
      name: `${document.info.title} API ${document.info.version}`,
      description: document.info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'address', value: addressMark },
      { key: 'clientId', value: '' },
      { key: 'clientSecret', value: '' },
      { key: 'token', value: '' },
      ...namesIn(calls).map((key) => ({ key, value: '00000000-0000-4000-8000-000000000000' })),
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

/** Later calls use the token, the document of the last sale, and the last webhook delivery. */
const scripts: Readonly<Record<string, string>> = {
  requestToken: "pm.collectionVariables.set('token', pm.response.json().access_token);",
  issueInvoice: "if (pm.response.code < 300) pm.collectionVariables.set('uuid', pm.response.json().uuid);",
  listDeliveries:
    "const [last] = pm.response.json().deliveries ?? []; if (last) pm.collectionVariables.set('id', last.id);",
};

function itemOf(call: Call): object {
  const { operation, method, path, headers, body } = call;
  const parts = path.slice(1).split('/');
  const script = scripts[operation.operationId];
  return {
    name: operation.summary,
    request: {
      method: method.toUpperCase(),
      description: operation.description ?? operation.summary,
      ...(operation.security.length === 0 && { auth: { type: 'noauth' } }),
      header: headers.map(([key, value]) => ({ key, value })),
      url: {
        raw: `{{address}}${path.replaceAll('{', '{{').replaceAll('}', '}}')}`,
        host: ['{{address}}'],
        path: parts.map((part) => part.replace('{', '{{').replace('}', '}}')),
      },
      ...(body && { body: bodyOf(body) }),
    },
    ...(script !== undefined && {
      event: [{ listen: 'test', script: { type: 'text/javascript', exec: [script] } }],
    }),
  };
}

function bodyOf({ json, form }: NonNullable<Call['body']>): object {
  if (form !== undefined)
    return { mode: 'urlencoded', urlencoded: Object.entries(form).map(([key, value]) => ({ key, value })) };
  return { mode: 'raw', raw: JSON.stringify(json, null, 2), options: { raw: { language: 'json' } } };
}
