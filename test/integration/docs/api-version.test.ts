import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeOpenApi } from '../../../main/integration/api/openapi/openapi.ts';
import { apiChanges, apiVersion } from '../../../main/integration/docs/api-version.ts';

/* The version of the API is bound to its description: neither changes without the other. */

const described = makeOpenApi({ version: 'of the program' });

test('a changed description has a version of its own, with its digest', () => {
  const [{ digest }] = apiChanges;
  expect(described.info.version).toBe(apiVersion);
  // If this fails, write the change with a new version and this digest into `api-version.ts`.
  expect(createHash('sha256').update(JSON.stringify(described)).digest('hex')).toBe(digest);
});

test('no version is described twice', () => {
  expect(new Set(apiChanges.map(({ version }) => version)).size).toBe(apiChanges.length);
});
