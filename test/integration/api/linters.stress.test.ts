import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { makeOpenApi } from '../../../main/integration/api/openapi/openapi.ts';
import { openApi30 } from '../../../main/integration/docs/openapi-30.ts';

/* Tests the API's description with two third-party linters. Neither uses the network. */

/** The types of two releases are incompatible. */
const recommended = oas as unknown as RulesetDefinition;
const document = makeOpenApi({ version: '1.2.3' });
const documents = [document, openApi30(document) as { openapi: string }];

test.each(documents)('redocly finds nothing in $openapi', async (document) => {
  const config = await createConfig({
    extends: ['recommended'],
    // This path only redirects browsers.
    rules: { 'operation-2xx-response': 'off' },
  });
  const found = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config,
  });
  expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test.each(documents)('spectral finds nothing in $openapi', async (document) => {
  const spectral = new Spectral();
  // The terminal does not know the contact data of its owner, and has no website.
  spectral.setRuleset({ extends: [[recommended, 'recommended']], rules: { 'info-contact': 'off' } });
  const found = await spectral.run(structuredClone(document) as unknown as Record<string, unknown>);
  expect(found.map(({ code, message, path }) => [code, message, path.join('.')])).toEqual([]);
});

test('a mistake would be found', async () => {
  const broken = { ...document, paths: { '/x': { get: { responses: { 200: {} } } } } };
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(broken);
  expect(await lintFromString({ source, absoluteRef: '/openapi.json', config })).not.toEqual([]);
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[recommended, 'recommended']], rules: {} });
  expect(await spectral.run(broken as unknown as Record<string, unknown>)).not.toEqual([]);
});
