import type { OpenApi } from './openapi-document.ts';
import { addressMark } from './quickstart.ts';
import { type Call, callsOf, isToken, namesIn } from './sample-calls.ts';

/** A `.http` file for editors that send what stands in it (VS Code's REST Client, JetBrains, Visual Studio). */
export function httpFile(document: OpenApi): string {
  const { title, version } = document.info;
  const calls = callsOf(document);
  const head = [
    `# ${title} API ${version}. Set the id and the secret of your program, and send the first request before the others.`,
    `@address = ${addressMark}`,
    '@clientId = …',
    '@clientSecret = …',
    '@token = {{getToken.response.body.access_token}}',
    '# From answers: the uuid of an invoice is in that to a sale.',
    ...namesIn(calls).map((name) => `@${name} = 00000000-0000-4000-8000-000000000000`),
  ];
  return `${head.join('\n')}\n\n${calls.map(requestText).join('\n')}`;
}

function requestText(call: Call): string {
  const { operation, method, path, headers, body } = call;
  const lines = [
    `### ${operation.summary}`,
    ...(isToken(call) ? ['# @name getToken'] : []),
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
