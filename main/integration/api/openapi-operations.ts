import { paths } from './openapi-paths.ts';

/* The name and the chapter of each operation in the API's description. */

type Paths = typeof paths;
type Operations = { [P in keyof Paths]: { [M in keyof Paths[P]]: readonly [id: string, tag: Tag] } };

export const tags = [
  { name: 'Sales', description: 'Sales in, issued documents out' },
  { name: 'Returns', description: 'Goods that come back' },
  { name: 'Invoices', description: 'Documents and their way to the authority' },
  { name: 'Deliveries', description: 'Deliveries of webhooks: what became of them, and sending again' },
  { name: 'Access', description: 'Tokens (OAuth 2.0)' },
  { name: 'Description', description: 'What describes the API itself' },
] as const;
type Tag = (typeof tags)[number]['name'];

/** The names that generated clients give their functions, so they must not change. */
const operations: Operations = {
  '/v2/invoices': { get: ['listInvoices', 'Invoices'], post: ['issueInvoice', 'Sales'] },
  '/v2/sales/validate': { post: ['validateSale', 'Sales'] },
  '/v2/invoices.csv': { get: ['getInvoicesCsv', 'Invoices'] },
  '/v2/invoices/{uuid}': { get: ['getInvoice', 'Invoices'] },
  '/v2/invoices/{uuid}/lines': { get: ['getInvoiceLines', 'Invoices'] },
  '/v2/invoices/{uuid}/xml': { get: ['getInvoiceXml', 'Invoices'] },
  '/v2/invoices/{uuid}/pdf': { get: ['getInvoicePdf', 'Invoices'] },
  '/v2/invoices/{uuid}/qr.png': { get: ['getInvoiceQrPng', 'Invoices'] },
  '/v2/invoices/{uuid}/qr.svg': { get: ['getInvoiceQrSvg', 'Invoices'] },
  '/v2/invoices/{uuid}/returns': { get: ['getReturnable', 'Returns'], post: ['returnGoods', 'Returns'] },
  '/v2/events': { get: ['listEvents', 'Invoices'] },
  '/v2/webhooks/deliveries': { get: ['listDeliveries', 'Deliveries'] },
  '/v2/webhooks/deliveries/{id}': { get: ['getDelivery', 'Deliveries'] },
  '/v2/webhooks/deliveries/{id}/redeliver': { post: ['redeliver', 'Deliveries'] },
  '/oauth/token': { post: ['requestToken', 'Access'] },
  '/oauth/revoke': { post: ['revokeToken', 'Access'] },
  '/oauth/authorize': { get: ['askForAccess', 'Access'] },
  '/oauth/authorize/{ticket}': { get: ['waitForApproval', 'Access'] },
  '/.well-known/oauth-authorization-server': { get: ['getAuthorizationServer', 'Access'] },
  '/openapi.json': { get: ['getOpenApi', 'Description'] },
  '/openapi-3.0.json': { get: ['getOlderOpenApi', 'Description'] },
  '/docs': { get: ['getDocs', 'Description'] },
  '/docs/docs.css': { get: ['getDocsStyle', 'Description'] },
  '/docs/khatm.http': { get: ['getHttpFile', 'Description'] },
  '/docs/khatm.postman_collection.json': { get: ['getPostmanCollection', 'Description'] },
};

export function namedPaths(): object {
  const named = (path: string, methods: object) =>
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const [operationId, tag] = nameOf(path, method);
        return [method, { operationId, tags: [tag], ...operation }];
      }),
    );
  return Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, named(path, methods)]));
}

function nameOf(path: string, method: string): readonly string[] {
  const ofPath: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = operations;
  return ofPath[path]?.[method] ?? [];
}
