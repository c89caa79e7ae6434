import * as z from 'zod';

export function queryOf(schema: z.ZodType): object[] {
  const { properties = {} } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema: each }) {
      if (each.format !== undefined) delete each.pattern;
    },
  });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...form } = typeof property === 'object' ? property : {};
    return {
      in: 'query',
      name,
      ...(description !== undefined && { description }),
      // The values are in one parameter, separated by commas.
      ...(form.type === 'array' && { style: 'form', explode: false }),
      schema: form,
    };
  });
}

export const uuidParameter = {
  in: 'path',
  name: 'uuid',
  required: true,
  schema: { type: 'string', format: 'uuid' },
  description: 'The `uuid` of the invoice, in whatever case',
};
export const keyParameter = {
  in: 'header',
  name: 'Idempotency-Key',
  required: true,
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  description:
    'Chosen by the caller, one for each sale, the same for each try. It belongs to your client and stands for the sale ' +
    'for 30 days; after that the sale’s `saleId` still makes one document of it. The key of a sale that was refused ' +
    'with 400 is free again.',
};
export const preferParameter = {
  in: 'header',
  name: 'Prefer',
  schema: { type: 'string', enum: ['return=minimal', 'return=representation'] },
  description:
    'return=representation (RFC 7240) puts the XML into the answer, which otherwise has all but that',
};
export const deliveryParameter = {
  in: 'path',
  name: 'id',
  required: true,
  schema: { type: 'string', format: 'uuid' },
  description: 'The `id` of the delivery: X-Service-Delivery',
};
