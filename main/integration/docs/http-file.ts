import type { OpenApi, Operation } from './openapi-document.ts';
import { addressMark } from './quickstart.ts';
import { type Call, callsOf, namesIn } from './sample-calls.ts';

/** A `.http` file for editors that can send its requests (VS Code's REST Client, JetBrains, Visual Studio). */
export function httpFile(document: OpenApi): string {
  const { title, version } = document.info;
  const calls = callsOf(document);
  const head = [
    `# ${title} API ${version}. Set the id and the secret of your program, and send the first request before the others.`,
    `@address = ${addressMark}`,
    '@clientId = …',
    '@clientSecret = …',
    '@token = {{requestToken.response.body.$.access_token}}',
    '# From the answers to the requests of these names, which are sent before those that need them.',
    ...namesIn(calls).map((name) => `@${name} = {{${answers[name]}}}`),
  ];
  return `${head.join('\n')}\n\n${calls.map(requestText).join('\n')}`;
}

/** The answers that provide the values for names in paths. */
const answers: Readonly<Record<string, string>> = {
  uuid: 'issueInvoice.response.body.$.uuid',
  id: 'listDeliveries.response.body.$.deliveries[0].id',
};

const isNamed = ({ operationId }: Operation): boolean =>
  [...Object.values(answers), 'requestToken.'].some((answer) => answer.startsWith(`${operationId}.`));

function requestText(call: Call): string {
  const { operation, method, path, headers, body } = call;
  const lines = [
    `### ${operation.summary}`,
    ...(isNamed(operation) ? [`# @name ${operation.operationId}`] : []),
    `${method.toUpperCase()} {{address}}${path.replaceAll('{', '{{').replaceAll('}', '}}')}`,
    ...(operation.security.length > 0 ? ['Authorization: Bearer {{token}}'] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\n')}\n${body === undefined ? '' : `\n${bodyText(body)}\n`}`;
}

function bodyText({ json, form }: NonNullable<Call['body']>): string {
  if (form === undefined) return JSON.stringify(json, null, 2);
  return Object.entries(form)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}
