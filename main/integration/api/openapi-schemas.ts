import * as z from 'zod';
import { issueSchema } from '../../../shared/failure.ts';
import { saleForm } from '../../../shared/sale.ts';
import { invoiceListSchema, invoiceSchema, issuedInvoiceSchema } from '../invoices/invoice-resource.ts';
import { invoiceLinesSchema } from '../invoices/lines-resource.ts';
import { previewSchema } from '../invoices/preview-resource.ts';
import {
  issuedReturnSchema,
  returnableInvoiceSchema,
  returnRequestSchema,
} from '../invoices/return-resource.ts';
import { deliveryPageSchema, deliveryResourceSchema } from './delivery-routes.ts';
import { eventPageSchema } from './event-routes.ts';

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
  title: z.string().describe('English words'),
  status: z.int().describe('The HTTP status'),
  code: z.string().describe('Stable; what a program should look at'),
  requestId: z
    .string()
    .optional()
    .describe('The id of this request, as in X-Request-Id: name it when you ask for help'),
  issues: z.array(issueSchema).optional().describe('What is wrong with the input, and where'),
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

/** All of them as JSON Schema 2020-12, by name. */
export function jsonSchemas(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, [schema, io]]) => {
      const described = jsonSchema(schema, io);
      return [name, name === 'Sale' ? { ...takesEmpty(described), description: leniency } : described];
    }),
  );
}

const leniency =
  'Optional fields may also be null, blank, or lists and objects of nothing else, and discounts, charges and the rounding may be 0: as if they were left out.';

type Json = { readonly [key: string]: unknown };

/**
 * The same schema, which also takes `null`, blank text, empty lists and objects in place of a field that may be left
 * out.
 */
function takesEmpty(schema: Json): Json {
  const { properties, required, items } = schema;
  const needed = Array.isArray(required) ? required : [];
  return {
    ...schema,
    ...(isJson(items) && { items: takesEmpty(items) }),
    ...(isJson(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => {
          const inner = isJson(field) ? takesEmpty(field) : {};
          if (needed.includes(name)) return [name, inner];
          const { description, default: usual, ...rest } = inner;
          return [
            name,
            { description, ...(usual !== undefined && { default: usual }), anyOf: [rest, ...empty] },
          ];
        }),
      ),
    }),
  };
}

const empty = [
  { type: 'null' },
  { type: 'string', pattern: '^\\s*$' },
  { type: 'array', maxItems: 0 },
  { type: 'object', maxProperties: 0 },
];

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  // Rules between fields, which JSON Schema cannot say, are left to the answer's issues.
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
