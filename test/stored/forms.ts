import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { StoredForm } from '../../shared/stored/stored-form.ts';

type AnyForm = StoredForm<z.ZodType>;

const isForm = (value: unknown): value is AnyForm =>
  typeof value === 'object' && value !== null && 'schema' in value && 'version' in value && 'read' in value;

/** Returns every form that is declared in the home of the stored forms. */
export async function declaredForms(): Promise<AnyForm[]> {
  const root = path.join(import.meta.dirname, '../../shared/stored');
  const files = globSync('**/*.ts', { cwd: root }).map((file) => path.join(root, file));
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(file).href)));
  const forms = modules.flatMap((module) => Object.values(module)).filter(isForm);
  return [...new Set(forms)].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns a digest that changes with every change of what a schema accepts. */
export function digestOf({ schema }: AnyForm): string {
  const described = (['input', 'output'] as const).map((io) =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any' }),
  );
  return createHash('sha256').update(JSON.stringify(described)).digest('hex').slice(0, 16);
}

export const fixtures = path.join(import.meta.dirname, 'fixtures');
export const fixtureOf = (form: string, version: number): string =>
  path.join(fixtures, form, `${version}.json`);
