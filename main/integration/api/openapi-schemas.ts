import * as z from 'zod';
import { issueSchema } from '../../../shared/failure.ts';
import { saleForm } from '../../../shared/sale.ts';
import { invoiceListSchema, invoiceSchema, issuedInvoiceSchema } from '../invoices/invoice-resource.ts';
import { previewSchema } from '../invoices/preview-resource.ts';
import {
  issuedReturnSchema,
  returnableInvoiceSchema,
  returnRequestSchema,
} from '../invoices/return-resource.ts';

/* The bodies of the API, for its OpenAPI document: made from the schemas that check input and shape output. */

const tokenRequestSchema = z.object({
  grant_type: z.enum(['client_credentials', 'authorization_code', 'refresh_token']),
  client_id: z.string().optional().describe('Or by HTTP Basic'),
  client_secret: z.string().optional().describe('Or by HTTP Basic'),
  scope: z
    .string()
    .optional()
    .describe('Separated by single spaces; all the client is entitled to if left out'),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
  refresh_token: z.string().optional(),
});

const tokenSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds'),
  scope: z.string(),
  refresh_token: z.string().optional(),
});

const oauthErrorSchema = z.object({ error: z.string(), error_description: z.string() });

const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string().describe('Stable; what a program should look at'),
  issues: z.array(issueSchema).optional().describe('What is wrong with the input, and where'),
  left: returnableInvoiceSchema.shape.left
    .optional()
    .describe('With returned-too-much and not-returnable: what can still be returned'),
});

const schemas = {
  Sale: [saleForm, 'input'],
  Invoice: [invoiceSchema, 'output'],
  IssuedInvoice: [issuedInvoiceSchema, 'output'],
  Preview: [previewSchema, 'output'],
  ReturnRequest: [returnRequestSchema, 'input'],
  Returnable: [returnableInvoiceSchema, 'output'],
  IssuedReturn: [issuedReturnSchema, 'output'],
  InvoicePage: [invoiceListSchema, 'output'],
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
          return [name, needed.includes(name) ? inner : { anyOf: [inner, ...empty] }];
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
