import type { OpenApi, Schema } from './openapi-document.ts';

/*
 * The description in OpenAPI 3.0, for generators and importers that do not read 3.1. It has no webhooks, which came
 * with 3.1. Choices between a text and a number are omitted, because generators make useless classes from them.
 */

type Json = { readonly [key: string]: unknown };

/** In 3.0 a licence has an address instead of an identifier. */
const license = { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' };

export function openApi30({ webhooks: _, ...document }: OpenApi): Json {
  const tags = document.tags.filter(({ name }) => name !== 'Webhooks');
  const { schemas, ...others } = document.components;
  const { Sale: sale = {} } = schemas;
  const components = { ...others, schemas: { ...schemas, Sale: withNull(sale) } };
  return {
    ...older({ ...document, components }),
    openapi: '3.0.3',
    info: { ...document.info, license },
    tags,
  };
}

/**
 * A sale accepts null for every optional field. This is stated because generators otherwise make numbers, dates and
 * enumerations that cannot be empty, and send the first value.
 */
function withNull(schema: Schema): Schema {
  const { properties = {}, required = [], items } = schema;
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    { ...withNull(field), ...(!required.includes(name) && { nullable: true }) },
  ]);
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(fields) }),
    ...(items && { items: withNull(items) }),
  };
}

/** Translates a part into the terms of 3.0; a field may have the name of a keyword, so the structure is checked too. */
function older(part: Json): Json {
  return Object.assign({}, ...Object.entries(part).map(([key, value]) => olderKey(key, value)));
}

function olderKey(key: string, value: unknown): Json {
  if (key === 'type' && Array.isArray(value)) return {};
  if (key === 'anyOf' && Array.isArray(value)) return older({ ...textOf(value) });
  if (key === 'const' && typeof value !== 'object') return { enum: [value] };
  if (key === 'exclusiveMinimum' && typeof value === 'number')
    return { minimum: value, exclusiveMinimum: true };
  if (key === 'examples') return Array.isArray(value) ? { example: value[0] } : { examples: value };
  if (key === 'contentMediaType' && typeof value === 'string')
    return value.endsWith('xml') ? {} : { format: 'binary' };
  if (key === 'propertyNames') return {};
  return { [key]: olderValue(value) };
}

function olderValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(olderValue);
  return typeof value === 'object' && value !== null ? older(value as Json) : value;
}

/** Returns the text of a choice, or all texts if it has several lists. */
function textOf(choice: readonly Schema[]): Schema {
  const lists = choice.map(({ enum: values }) => values);
  const [first = {}] = choice;
  return lists.includes(undefined) ? first : { ...first, enum: lists.flatMap((values) => values ?? []) };
}
