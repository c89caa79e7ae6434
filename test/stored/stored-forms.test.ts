import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { orFail, storedForm } from '../../shared/stored/stored-form.ts';
import { declaredForms, digestOf, fixtureOf, fixtures } from './forms.ts';
import { samples } from './samples.ts';

/*
 * Every stored form has a fixture of each version, made by its writer, and a digest of its schema. Until the first
 * release `KHATM_STORED=write npm test -- test/stored` writes both again; from then on a changed schema is a new
 * version. `.github/STORED_FORMS.md` has the steps.
 */

const forms = await declaredForms();
const digestFile = path.join(import.meta.dirname, 'schemas.json');

if (process.env.KHATM_STORED === 'write') {
  for (const form of forms) {
    const file = fixtureOf(form.name, form.version);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${form.write(samples[form.name])}\n`);
  }
  const digests = Object.fromEntries(forms.map((form) => [`${form.name} ${form.version}`, digestOf(form)]));
  writeFileSync(digestFile, `${JSON.stringify(digests, undefined, 2)}\n`);
}

test('every form has a name of its own, a sample and the fixture of its version', () => {
  const names = forms.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(samples).toSorted()).toEqual(names);
  expect(forms.filter(({ name, version }) => !existsSync(fixtureOf(name, version)))).toEqual([]);
});

test('a schema changes with a new version alone', () => {
  const recorded = JSON.parse(readFileSync(digestFile, 'utf8'));
  expect(Object.fromEntries(forms.map((form) => [`${form.name} ${form.version}`, digestOf(form)]))).toEqual(
    recorded,
  );
});

describe('the fixtures', () => {
  test.each(globSync('*/*.json', { cwd: fixtures }).toSorted())('%s is read', (file) => {
    const [name = '', version] = file.replace('.json', '').split(path.sep);
    const form = forms.find((one) => one.name === name);
    const text = readFileSync(fixtureOf(name, Number(version)), 'utf8');
    const read = form?.read(text);
    expect(read).toMatchObject({ ok: true });
    if (form !== undefined && Number(version) === form.version)
      expect(text.trim()).toBe(form.write(samples[name]));
  });
});

describe('a stored form', () => {
  const schema = z.object({ price: z.int() });
  const former = {
    1: (value: unknown) => ({ price: z.object({ riyals: z.int() }).parse(value).riyals * 100 }),
  };
  const form = storedForm({ name: 'tag', version: 2, schema, former });
  const code = (text: string) => {
    const read = form.read(text);
    return read.ok ? read.value : read.failure;
  };

  test('reads what it wrote, and what a former version wrote', () => {
    expect(orFail(form.read(form.write({ price: 250 })))).toEqual({ price: 250 });
    expect(code('{"form":"tag","version":1,"value":{"riyals":3}}')).toEqual({ price: 300 });
  });

  test.each([
    ['a newer version', 'stored-newer', '{"form":"tag","version":3,"value":{"price":1}}'],
    ['a value of another shape', 'stored-unreadable', '{"form":"tag","version":2,"value":{}}'],
    ['a wrong value of a former version', 'stored-unreadable', '{"form":"tag","version":1,"value":{}}'],
    ['a version that never was', 'stored-unreadable', '{"form":"tag","version":0,"value":{"price":1}}'],
    ['another form', 'stored-unreadable', '{"form":"label","version":2,"value":{"price":1}}'],
    ['a value alone', 'stored-unreadable', '{"price":1}'],
    ['half a text', 'stored-unreadable', '{"form":"tag","version":2,"val'],
    ['nothing', 'stored-unreadable', ''],
  ])('says of %s that it is %s', (_, expected, text) => {
    expect(code(text)).toEqual({ code: expected, detail: { form: 'tag' } });
  });
});
