import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../base/platform/escape-html.ts';
import { docsPage, docsPaths } from './docs-page.ts';
import { docsStyle } from './docs-style.ts';
import { httpFile } from './http-file.ts';
import type { OpenApi } from './openapi-document.ts';
import { postmanCollection } from './postman-collection.ts';
import { addressMark } from './quickstart.ts';

/** Pages load no scripts, and nothing from elsewhere. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
} as const;

/**
 * Adds the pages for integrators, which need no network and no token.
 * @param addressOf returns the address by which the caller reaches the terminal
 * @param sandbox the address of the training sandbox; undefined in simulation and production
 */
export function addDocsRoutes(
  app: FastifyInstance,
  document: OpenApi,
  addressOf: (request: FastifyRequest) => string,
  sandbox?: string | undefined,
): void {
  // The page is made once, when it is first requested.
  const page = once(() => docsPage(document, sandbox));
  const http = once(() => httpFile(document));
  const postman = once(() => `${JSON.stringify(postmanCollection(document), null, 2)}\n`);
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply.headers({ ...pageHeaders, 'content-type': type }).send(text);

  app.get(docsPaths.page, async (request, reply) =>
    send(reply, 'text/html; charset=utf-8', page().replaceAll(addressMark, escapeHtml(addressOf(request)))),
  );
  app.get(docsPaths.style, async (_request, reply) => send(reply, 'text/css; charset=utf-8', docsStyle));
  app.get(docsPaths.http, async (request, reply) =>
    send(reply, 'text/plain; charset=utf-8', http().replaceAll(addressMark, addressOf(request))),
  );
  app.get(docsPaths.postman, async (request, reply) =>
    send(reply, 'application/json; charset=utf-8', postman().replaceAll(addressMark, addressOf(request))),
  );
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
