import * as z from 'zod';

/* The events that a terminal posts to the shop's receivers, for the API's description. */

const eventSchema = (type: string, data: z.ZodObject) =>
  z.object({
    id: z.string().describe('The same in each attempt: drop an event whose id you have seen'),
    type: z.literal(type).describe('As in X-Service-Event'),
    createdAt: z.iso.datetime().describe('When it happened; never changes'),
    data,
  });

const invoiceData = z.object({
  invoiceId: z.string().describe('The number of the document, for instance T1-000042'),
  invoiceUuid: z.uuid().describe('Its id: GET /v2/invoices/{uuid}'),
  status: z.string().optional().describe('The authority’s own word, where it gave one'),
});

const clearedData = invoiceData.extend({
  clearedAt: z.iso.datetime().describe('When the authority cleared it'),
});

const headers = [
  ['X-Service-Event', 'The type of the event'],
  ['X-Service-Delivery', 'One for each delivery, the same in each attempt'],
  ['X-Service-Timestamp', 'Unix time in seconds; refuse what is more than five minutes off'],
  [
    'X-Service-Signature',
    'sha256= and the lowercase hex of HMAC-SHA256 over the raw bytes of the body, with your signing secret. Check it ' +
      'before you parse the body, in constant time; during a rotation accept either secret',
  ],
] as const;

function hook(operationId: string, summary: string, schema: z.ZodType): object {
  const { $schema, ...body } = z.toJSONSchema(schema);
  return {
    post: {
      operationId,
      tags: ['Webhooks'],
      summary,
      description:
        'Answer 2xx within ten seconds, and work afterwards. Anything else is tried again, after 5 seconds at first and ' +
        'then for days; 400 and 401 are final. Events come at least once, and not always in order.',
      security: [],
      parameters: headers.map(([name, description]) => ({
        in: 'header',
        name,
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
      responses: {
        200: { description: 'Taken; any 2xx counts' },
        400: { description: 'Malformed: it is not tried again' },
        401: { description: 'The signature is wrong: it is not tried again' },
      },
    },
  };
}

/** By the names that the specification gives; a manager may send further events under names of their own. */
export const webhooks = {
  'invoice.cleared': hook(
    'onInvoiceCleared',
    'The authority cleared a tax invoice',
    eventSchema('invoice.cleared', clearedData),
  ),
  'invoice.rejected': hook(
    'onInvoiceRejected',
    'The authority rejected a document: a manager issues it anew',
    eventSchema('invoice.rejected', invoiceData),
  ),
};
