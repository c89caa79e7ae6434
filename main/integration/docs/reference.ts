import { code, type Html, html, inline, prose } from './html.ts';
import type { OpenApi, Operation, Parameter, Schema } from './openapi-document.ts';

/* The reference part of the page: each operation and each body, from the OpenAPI document. */

export function reference({ paths, tags, components }: OpenApi): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const chapters = tags.map(({ name, description }) => {
    const tagged = operations.filter(({ operation }) => operation.tags.includes(name));
    if (tagged.length === 0) return undefined;
    return html`<h3>${name}</h3><p>${description}.</p>${tagged.map(operationPart)}`;
  });
  return html`${chapters}<h3 id="bodies">Bodies</h3>${Object.entries(components.schemas).map(bodyPart)}`;
}

function operationPart({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation;
  const scopes = security.flatMap(({ oauth = [] }) => oauth);
  const bodies = Object.values(requestBody?.content ?? {});
  const examples = bodies.flatMap(({ examples: all = {} }) => Object.entries(all));
  return html`<section class="operation" id="${operationId}">
<h4><code>${method.toUpperCase()} ${path}</code></h4>
<p><strong>${summary}.</strong> ${scopes.length > 0 ? html`Scope <code>${scopes.join(' ')}</code>.` : undefined}</p>
${description === undefined ? undefined : prose(description)}
${parameters.length > 0 ? parameterTable(parameters) : undefined}
${bodies.map(({ schema }) => html`<p>Body: ${bodyName(schema)}</p>`)}
${examples.map(
  ([name, { summary: what, value }]) =>
    html`<details><summary>Example: ${what}</summary>${code(`${operationId}-${name}`, JSON.stringify(value, null, 2))}</details>`,
)}
<details><summary>Answers</summary><ul>${Object.entries(responses).map(
    ([status, { description: what, content = {} }]) =>
      html`<li><code>${status}</code> ${inline(what)} ${Object.values(content).map(({ schema }) => bodyName(schema))}</li>`,
  )}</ul></details>
</section>`;
}

function parameterTable(parameters: readonly Parameter[]): Html {
  return table(
    ['Parameter', 'In', 'Type', 'What'],
    parameters.map(({ name, in: where, required, description = '', schema }) => [
      html`<code>${name}</code>${required ? ' *' : undefined}`,
      where,
      typeOf(schema),
      html`${inline(description)} ${limits(schema)}`,
    ]),
  );
}

function bodyName({ $ref }: Schema): Html | undefined {
  const name = $ref?.split('/').at(-1);
  return name === undefined ? undefined : html`<a href="#body-${name}">${name}</a>`;
}

function bodyPart([name, schema]: [string, Schema]): Html {
  return html`<details class="body" id="body-${name}"><summary><code>${name}</code></summary>
${schema.description === undefined ? undefined : prose(schema.description)}
${table(['Field', 'Type', 'What'], rowsOf(schema, ''))}
</details>`;
}

/** Returns one row for each field at any depth, with its path. */
export function rowsOf(schema: Schema, where: string): Html[][] {
  const inner = [schema, ...(schema.anyOf ?? [])];
  return inner.flatMap((each) => {
    const fields = Object.entries(each.properties ?? {}).flatMap(([name, field]) => {
      const path = where === '' ? name : `${where}.${name}`;
      const row = [
        html`<code>${path}</code>${each.required?.includes(name) ? ' *' : undefined}`,
        html`${typeOf(field)}`,
        html`${inline(field.description ?? '')} ${limits(field)}`,
      ];
      return [row, ...rowsOf(field, path)];
    });
    return each.items === undefined ? fields : [...fields, ...rowsOf(each.items, `${where}[]`)];
  });
}

function typeOf({ type, format, anyOf, items, $ref }: Schema): string {
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (type === 'array' && items !== undefined) return `list of ${typeOf(items)}`;
  return format ?? [type ?? 'any'].flat().join(' or ');
}

/** The longest list of values that is shown; longer ones are in the document. */
const mostValues = 30;

/** The longest pattern that is shown; longer ones are in the document, and described by their fields. */
const longestPattern = 40;

function limits(schema: Schema): Html {
  const { minimum, exclusiveMinimum, maximum, maxLength, minItems, maxItems, pattern } = schema;
  const values = schema.enum ?? schema.items?.enum;
  const notes = [
    schema.default !== undefined && `usually ${JSON.stringify(schema.default)}`,
    minimum !== undefined && `at least ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && `at most ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    minItems !== undefined && `at least ${minItems}`,
    maxItems !== undefined && `at most ${maxItems}`,
    values !== undefined && values.length <= mostValues && `one of ${values.join(', ')}`,
    values !== undefined && values.length > mostValues && `${values.length} values, listed in openapi.json`,
  ].filter((each) => each !== false);
  const form =
    pattern === undefined || pattern.length > longestPattern
      ? undefined
      : html` <code class="form">${pattern}</code>`;
  return html`${notes.length > 0 ? html`<small>(${notes.join('; ')})</small>` : undefined}${form}`;
}

export function table(head: readonly string[], rows: readonly (readonly (Html | string)[])[]): Html {
  return html`<div class="wide" tabindex="0"><table><thead><tr>${head.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}
