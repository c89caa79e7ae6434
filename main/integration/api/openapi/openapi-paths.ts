import type { ApiScope } from '../../../../shared/contract/programs/integration.ts';
import { csvColumns } from '../../../till/accountant/accounts-csv.ts';
import { csvQuerySchema } from '../routes/csv-routes.ts';
import { deliveryQuerySchema } from '../routes/delivery-routes.ts';
import { eventQuerySchema } from '../routes/event-routes.ts';
import { xmlQuery } from '../routes/invoice-routes.ts';
import { listQuerySchema } from '../routes/list-invoices.ts';
import { qrQuerySchema } from '../routes/qr-routes.ts';
import { accessPaths } from './openapi-access-paths.ts';
import { file, json, problems } from './openapi-answers.ts';
import { reissueExamples, returnExamples, saleExamples } from './openapi-examples.ts';
import { named } from './openapi-operations.ts';
import {
  deliveryParameter,
  keyParameter,
  preferParameter,
  queryOf,
  uuidParameter,
} from './openapi-parameters.ts';

/* The operations on sales, documents and deliveries, path by path, for the OpenAPI document of the API. */

const secured = (scope: ApiScope) => [{ oauth: [scope] }];
const location = { Location: { schema: { type: 'string' }, description: 'Path of the invoice' } };

const saleContent = {
  'application/json': { schema: { $ref: '#/components/schemas/Sale' }, examples: saleExamples },
};

const resourcePaths = {
  '/v2/invoices': {
    get: {
      ...named('listInvoices', 'Invoices'),
      summary: 'Invoices, newest first, a page at a time',
      description:
        'Ask again with `nextCursor` until there is none; what is issued meanwhile changes no page. All filters together ' +
        'must fit, and days are those of Riyadh.',
      security: secured('invoices.read'),
      parameters: queryOf(listQuerySchema),
      responses: { 200: json('InvoicePage', 'A page'), ...problems(400, 401, 403) },
    },
    post: {
      ...named('issueInvoice', 'Sales'),
      summary: 'Issue an invoice for a sale',
      description:
        'When this answers, the document is durable and its QR may be handed over; sending it to the authority goes ' +
        'on by itself. The document is dated now, whatever the sale says; a sale has at most 5,000 lines and 4 MiB. ' +
        'The same Idempotency-Key and sale again give the same document. A customer whom the ' +
        'certificate of this terminal does not allow is refused with the issue consumer-not-certified or ' +
        'business-not-certified.',
      security: secured('invoices.write'),
      parameters: [keyParameter, preferParameter],
      requestBody: {
        required: true,
        content: saleContent,
      },
      responses: {
        200: json('IssuedInvoice', 'It was issued before', location),
        201: json('IssuedInvoice', 'Issued', location),
        ...problems(400, 401, 403, 409, 413, 415, 503),
      },
    },
  },
  '/v2/invoices/reissue': {
    post: {
      ...named('reissueRejected', 'Sales'),
      summary: 'Issue all rejected documents of one cause again',
      description:
        'For what a wrong clock dated: each document that nobody has issued again is issued as it was, with the present ' +
        'time, oldest first and each by itself, and no money moves. What is refused stops no other. Nothing is issued ' +
        'twice, however often this is asked, also while the till or the command line does the same. So it needs no ' +
        'Idempotency-Key: after an answer that was lost, ask again for the rest. Other causes are refused with the issue cause-in-sale: correct ' +
        'each sale, and send it with the rejected number in `replaces`.',
      security: secured('invoices.write'),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/ReissueRequest' },
            examples: reissueExamples,
          },
        },
      },
      responses: {
        200: json('Reissues', 'What became of each'),
        ...problems(400, 401, 403, 413, 415, 503),
      },
    },
  },
  '/v2/invoices.csv': {
    get: {
      ...named('getInvoicesCsv', 'Invoices'),
      summary: 'The documents of a period as CSV, oldest first',
      description: `One line for each document, in UTF-8 with a byte order mark for Excel, with commas and CRLF. Amounts are decimal texts in the currency of the document; those of credit notes are below zero, so that each column adds up to the halala. Sum each \`currency\` by itself; \`vatInSar\` alone is in riyals whatever the currency. A document with the status \`rejected\` keeps its line, since it stays in the chain, and counts on its day; where it has no \`replacedBy\`, a manager has yet to issue it again. The one that \`replaces\` it counts with the difference only, so nothing counts twice, even in a later month: \`countedOn\` is the day, and the columns \`counted…\` add up to the terminal's reports and VAT return. \`countedPayable\` is empty where the two are in different currencies. Times are those of Riyadh. Text that begins as a formula does, at its start or behind a semicolon, has an apostrophe there. Later versions add columns at the end. An answer that breaks off is not whole.

Columns: ${csvColumns.join(', ')}. They are named as in the list; the …Taxable columns are the breakdown, by category.`,
      security: secured('invoices.read'),
      parameters: queryOf(csvQuerySchema),
      responses: { 200: file('text/csv', 'The documents'), ...problems(400, 401, 403) },
    },
  },
  '/v2/sales/validate': {
    post: {
      ...named('validateSale', 'Sales'),
      summary: 'Price and check a sale, and issue nothing',
      description:
        'Refuses all that POST /v2/invoices would refuse now, with the same issues, and answers with the totals, the ' +
        'VAT of each line and the warnings that the authority would give. It needs no Idempotency-Key and leaves no ' +
        'trace: between this call and the sale others may return the same goods, or the day may change.',
      security: secured('invoices.write'),
      requestBody: {
        required: true,
        content: saleContent,
      },
      responses: {
        200: json('Preview', 'The sale as it would be issued'),
        ...problems(400, 401, 403, 409, 413, 415, 503),
      },
    },
  },
  '/v2/invoices/{uuid}': {
    get: {
      ...named('getInvoice', 'Invoices'),
      summary: 'One invoice and its way to the authority',
      description:
        'Ask again while `status` is `waiting` or `sending`; a few seconds apart are enough. `parked` needs a person at ' +
        'the terminal.',
      security: secured('invoices.read'),
      parameters: [uuidParameter],
      responses: { 200: json('Invoice', 'The invoice'), ...problems(400, 401, 403, 404) },
    },
  },
  '/v2/invoices/{uuid}/lines': {
    get: {
      ...named('getInvoiceLines', 'Invoices'),
      summary: 'Its lines as they were sold, with their amounts',
      description:
        'Quantity, price, discount and VAT category of each line, and the amounts of the whole document. Also of a long ' +
        'one, which is read in parts: the till goes on selling meanwhile.',
      security: secured('invoices.read'),
      parameters: [uuidParameter],
      responses: { 200: json('InvoiceLines', 'The lines'), ...problems(400, 401, 403, 404) },
    },
  },
  '/v2/invoices/{uuid}/xml': {
    get: {
      ...named('getInvoiceXml', 'Invoices'),
      summary: 'The document',
      description:
        'The XML as issued, or with `which=cleared` the copy that the authority gave back. Keep its bytes as they are: any ' +
        'change breaks the stamp.',
      security: secured('invoices.read'),
      parameters: [uuidParameter, ...queryOf(xmlQuery)],
      responses: {
        200: file(
          'application/xml',
          'Byte for byte as it is kept and sent; `hash` is of its canonical form, not of these bytes',
        ),
        ...problems(400, 401, 403, 404),
      },
    },
  },
  '/v2/invoices/{uuid}/pdf': {
    get: {
      ...named('getInvoicePdf', 'Invoices'),
      summary: 'The printable document',
      description: 'PDF/A-3 on A4 with the issued XML inside, in Arabic and English.',
      security: secured('invoices.read'),
      parameters: [uuidParameter],
      responses: { 200: file('application/pdf', 'PDF'), ...problems(400, 401, 403, 404, 501) },
    },
  },
  '/v2/invoices/{uuid}/qr.png': {
    get: {
      ...named('getInvoiceQrPng', 'Invoices'),
      summary: 'The QR symbol as a PNG',
      description:
        'Black on white, with the white edge that scanners need: print it as it is, a whole number of dots for each ' +
        'pixel. A program that draws the symbol itself takes the text of `qr` as it stands.',
      security: secured('invoices.read'),
      parameters: [uuidParameter, ...queryOf(qrQuerySchema)],
      responses: { 200: file('image/png', 'PNG'), ...problems(400, 401, 403, 404) },
    },
  },
  '/v2/invoices/{uuid}/qr.svg': {
    get: {
      ...named('getInvoiceQrSvg', 'Invoices'),
      summary: 'The QR symbol as an SVG',
      description: 'The same symbol, for pages and for paper of any size.',
      security: secured('invoices.read'),
      parameters: [uuidParameter],
      responses: { 200: file('image/svg+xml', 'SVG'), ...problems(400, 401, 403, 404) },
    },
  },
  '/v2/invoices/{uuid}/returns': {
    get: {
      ...named('getReturnable', 'Returns'),
      summary: 'What can still be returned of an invoice',
      description:
        'For a screen that offers a return: it changes nothing, and what it says may be taken by another program the ' +
        'moment after.',
      security: secured('invoices.read'),
      parameters: [uuidParameter],
      responses: {
        200: json('Returnable', 'Its lines, and what is left of each'),
        ...problems(400, 401, 403, 404),
      },
    },
    post: {
      ...named('returnGoods', 'Returns'),
      summary: 'Take goods back',
      description:
        'Issues the credit note for lines of an invoice, each with its share of every discount and charge, so that all ' +
        'returns of an invoice together equal it to the halala. The same Idempotency-Key and request again give the ' +
        'same note. Returning more than is left is refused with 409 returned-too-much, and `left` in the problem; ' +
        'what cannot be returned by quantities (a note, an advance, an invoice that was issued again) with 409 ' +
        'not-returnable.',
      security: secured('invoices.write'),
      parameters: [uuidParameter, keyParameter, preferParameter],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/ReturnRequest' },
            examples: returnExamples,
          },
        },
      },
      responses: {
        200: json('IssuedReturn', 'It was issued before', location),
        201: json('IssuedReturn', 'Issued', location),
        ...problems(400, 401, 403, 404, 409, 413, 415, 503),
      },
    },
  },
  '/v2/events': {
    get: {
      ...named('listEvents', 'Invoices'),
      summary: 'What happened to documents since the last call',
      description:
        'For programs that nobody can call. Ask from time to time with `next` of the answer before, and go on at once ' +
        'while `events` is not empty; each event comes once for each place that you ask from.',
      security: secured('invoices.read'),
      parameters: queryOf(eventQuerySchema),
      responses: { 200: json('EventPage', 'Up to 500 events'), ...problems(400, 401, 403) },
    },
  },
  '/v2/webhooks/deliveries': {
    get: {
      ...named('listDeliveries', 'Deliveries'),
      summary: 'Deliveries of webhooks, newest first, a page at a time',
      description: 'Of all receivers of this terminal. What was delivered or given up is listed for 90 days.',
      security: secured('webhooks.manage'),
      parameters: queryOf(deliveryQuerySchema),
      responses: { 200: json('DeliveryPage', 'A page'), ...problems(400, 401, 403) },
    },
  },
  '/v2/webhooks/deliveries/{id}': {
    get: {
      ...named('getDelivery', 'Deliveries'),
      summary: 'One delivery',
      description:
        'Its event, receiver and attempts so far. Neither the body nor the receiver’s whole address is in it.',
      security: secured('webhooks.manage'),
      parameters: [deliveryParameter],
      responses: { 200: json('Delivery', 'The delivery'), ...problems(400, 401, 403, 404) },
    },
  },
  '/v2/webhooks/deliveries/{id}/redeliver': {
    post: {
      ...named('redeliver', 'Deliveries'),
      summary: 'Send an event again',
      description:
        'Also one that was delivered, for a receiver that has lost it: the same bytes under the same ids, with all ' +
        'attempts before it. It is sent soon, and to a receiver that is off once it is on; GET says what came of it. ' +
        'What a manager gave up, and what was for a receiver that was removed, is refused with 409 not-redeliverable. ' +
        'No body is needed.',
      security: secured('webhooks.manage'),
      parameters: [deliveryParameter],
      responses: {
        202: json('Delivery', 'It is due now'),
        ...problems(400, 401, 403, 404, 409, 413, 415),
      },
    },
  },
};

export const paths = { ...resourcePaths, ...accessPaths };
