import * as z from 'zod';
import { issueSchema } from '../../../../shared/failure.ts';
import { saleForm } from '../../../../shared/sale/sale.ts';
import { submissionStates } from '../../../../shared/status.ts';
import { invoiceListSchema, invoiceSchema, issuedInvoiceSchema } from '../../invoices/invoice-resource.ts';
import { invoiceLinesSchema } from '../../invoices/lines-resource.ts';
import { previewSchema } from '../../invoices/preview-resource.ts';
import { reissueRequestSchema, reissuesSchema } from '../../invoices/reissue-resource.ts';
import {
  issuedReturnSchema,
  returnableInvoiceSchema,
  returnRequestSchema,
} from '../../invoices/return-resource.ts';
import { deliveryPageSchema, deliveryResourceSchema } from '../routes/delivery-routes.ts';
import { eventPageSchema } from '../routes/event-routes.ts';

/* The bodies of the API, for its OpenAPI document: made from the schemas that check input and shape output. */

const tokenRequestSchema = z.object({
  grant_type: z
    .enum(['client_credentials', 'authorization_code', 'refresh_token'])
    .describe(
      'client_credentials for a program; authorization_code and refresh_token for an app that acts for a person',
    ),
  client_id: z.string().optional().describe('Or by HTTP Basic'),
  client_secret: z.string().optional().describe('Or by HTTP Basic'),
  scope: z
    .string()
    .optional()
    .describe('Separated by single spaces; all the client is entitled to if left out'),
  code: z.string().optional().describe('With authorization_code: what the redirect brought'),
  redirect_uri: z.string().optional().describe('With authorization_code: as in the request'),
  code_verifier: z.string().optional().describe('With authorization_code: PKCE (RFC 7636)'),
  refresh_token: z
    .string()
    .optional()
    .describe('With refresh_token: it works once, and the answer has the next one'),
});

const tokenSchema = z.object({
  access_token: z.string().describe('For the Authorization header, after Bearer'),
  token_type: z.literal('Bearer').describe('Always Bearer'),
  expires_in: z.int().describe('Seconds'),
  scope: z.string().describe('What it allows, separated by single spaces'),
  refresh_token: z.string().optional().describe('For apps alone'),
});

const oauthErrorSchema = z.object({
  error: z.string().describe('RFC 6749 §5.2'),
  error_description: z.string().describe('English words for the programmer'),
});

const problemSchema = z.object({
  type: z.string().describe('urn:khatm:problem: and the code'),
  title: z.string().describe('Words for a person, in Arabic or English as Accept-Language asks'),
  status: z.int().describe('The HTTP status'),
  code: z
    .string()
    .describe('Stable; what a program should look at. /docs lists all; more may be added')
    .meta({ examples: ['bad-input', 'token-expired', 'key-reused', 'not-onboarded'] }),
  requestId: z
    .string()
    .optional()
    .describe('The id of this request, as in X-Request-Id: name it when you ask for help'),
  issues: z.array(issueSchema).optional().describe('What is wrong with the input, and where'),
  document: z
    .object({
      uuid: z.uuid().describe('GET /v2/invoices/{uuid}'),
      number: z.string().describe('The number a person reads, for instance T1-000042'),
      state: z
        .enum(submissionStates)
        .describe('What became of it; one that is `rejected` is put right by a new sale that `replaces` it'),
    })
    .optional()
    .describe('With key-reused and sale-differs: the document that holds the key or the sale id'),
  scope: z.string().optional().describe('With insufficient-scope: the scope that this call needs'),
  limit: z.int().optional().describe('With too-large: the most bytes of a body here'),
  left: returnableInvoiceSchema.shape.left
    .optional()
    .describe('With returned-too-much and not-returnable: what can still be returned'),
});

const schemas = {
  Sale: [saleForm, 'input'],
  Invoice: [invoiceSchema, 'output'],
  InvoiceLines: [invoiceLinesSchema, 'output'],
  IssuedInvoice: [issuedInvoiceSchema, 'output'],
  Preview: [previewSchema, 'output'],
  ReturnRequest: [returnRequestSchema, 'input'],
  Returnable: [returnableInvoiceSchema, 'output'],
  IssuedReturn: [issuedReturnSchema, 'output'],
  ReissueRequest: [reissueRequestSchema, 'input'],
  Reissues: [reissuesSchema, 'output'],
  InvoicePage: [invoiceListSchema, 'output'],
  EventPage: [eventPageSchema, 'output'],
  Delivery: [deliveryResourceSchema, 'output'],
  DeliveryPage: [deliveryPageSchema, 'output'],
  TokenRequest: [tokenRequestSchema, 'input'],
  Token: [tokenSchema, 'output'],
  OAuthError: [oauthErrorSchema, 'output'],
  Problem: [problemSchema, 'output'],
} as const satisfies Record<string, readonly [z.ZodType, 'input' | 'output']>;

export type SchemaName = keyof typeof schemas;

/** All schemas as JSON Schema 2020-12, by name. */
export function jsonSchemas(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, [schema, io]]) => [
      name,
      { ...jsonSchema(schema, io), ...(name === 'Sale' && { description: leniency }) },
    ]),
  );
}

/** These keywords are described in words: otherwise every field of a client would be a choice of five types. */
const leniency =
  'Optional fields may also be null, blank, or lists and objects of nothing else, and discounts, charges and the rounding may be 0: as if they were left out.';

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    // Rules between fields, which JSON Schema cannot say, are left to the issues in the answer.
    unrepresentable: 'any',
    override({ jsonSchema: each }) {
      // Few languages besides JavaScript support these escapes in a pattern; the field's description says the same.
      if (each.pattern?.includes('\\p{')) delete each.pattern;
      // A format already implies its pattern, and the limits of JavaScript's numbers are not limits of the field.
      if (each.format !== undefined) delete each.pattern;
      if (each.minimum === Number.MIN_SAFE_INTEGER) delete each.minimum;
      if (each.maximum === Number.MAX_SAFE_INTEGER) delete each.maximum;
      if (io === 'output') open(each);
      else sayUsual(each);
    },
  });
  return rest;
}

/** Describes defaults in words, because client generators make a field with a default required. */
function sayUsual(schema: z.core.JSONSchema.BaseSchema): void {
  const { default: usual, description = '' } = schema;
  delete schema.default;
  if (usual === undefined || description.includes('if left out')) return;
  schema.description = `${description}. If left out: ${typeof usual === 'string' ? usual : JSON.stringify(usual)}`;
}

/** Leaves room for later additions: a generated client must not fail because of a new field or value. */
function open(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.enum === undefined) return;
  const { description = '', enum: values } = schema;
  schema.description = `${description}. So far: ${values.join(', ')}; more may be added`.replace(/^\. /, '');
  schema['x-extensible-enum'] = values;
  delete schema.enum;
}
