/*
 * The version of the API, which differs from that of the program. A new field, value or operation raises the second
 * number, and a corrected description the third. A change that removes something raises the first, and gets its own
 * paths under /v3. A changed description gets a version here with its digest; a test compares them.
 */

interface ApiChange {
  readonly version: string;
  /** SHA-256 of the description, hex. Versions from before it was recorded have none. */
  readonly digest?: string;
  readonly changes: readonly string[];
}

export const apiChanges: readonly [ApiChange, ...ApiChange[]] = [
  {
    version: '2.1.0',
    digest: '7f003a914b3b83726cc17b43a260d70e3967313e5fd198d441b090e469602331',
    changes: [
      'The QR as a picture: GET /v2/invoices/{uuid}/qr.png and qr.svg.',
      'Returns by lines and quantities: GET and POST /v2/invoices/{uuid}/returns.',
      'POST /v2/sales/validate prices and checks a sale, and issues nothing.',
      'GET /v2/events for programs that nobody can call.',
      'A 409 names the document that holds the Idempotency-Key or the sale id.',
      'A 403 names the scope that is missing, a 413 the most bytes of a body.',
      'Expired, revoked and unknown tokens have codes of their own; issues have codes of the API itself, and problems are in Arabic or English.',
      'Each answer has X-Request-Id and X-Api-Version.',
      'List rows have net, VAT, sale id, own reference, buyer’s VAT number and what a note corrects.',
      'Lines as sold: GET /v2/invoices/{uuid}/lines. A period as CSV: GET /v2/invoices.csv.',
      'Rows by kind, customer, reference, buyer and changedSince; VAT by category, payments, and metadata of your own; a document that was issued again names the rejected one in `replaces`.',
      'An issued document is answered without its XML, unless with Prefer: return=representation.',
      'Sales and reading have budgets of their own, told in RateLimit-Limit, -Remaining and -Reset.',
      'GET /v2/events has invoice.parked; events and webhooks have your reference and metadata.',
      'In this description the filters `status`, `kind` and `state` are lists; they are sent as before, or one parameter for each value.',
      'A default that is written out makes no other sale. A name that stands twice in a body is refused; issues of malformed bodies say what is wrong and where. HEAD is answered.',
      'Deliveries of webhooks are listed and sent again: /v2/webhooks/deliveries. More events, and Khatm-Signature over time and body.',
      'This description has a version of its own, pages at /docs, and a form in OpenAPI 3.0 at /openapi-3.0.json.',
    ],
  },
  { version: '2.0.0', changes: ['Sales in, documents out: /v2/invoices.'] },
];

export const apiVersion = apiChanges[0].version;
