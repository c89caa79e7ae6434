import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createPdfMaker } from '../../../main/document/paper/pdf-maker.ts';
import { signedInBy } from '../../../main/office/people/sessions.ts';
import { createCalls } from '../../../main/office/web/calls.ts';
import { officeContract } from '../../../shared/office/contract.ts';
import { hasServer, office, people, provideOffice, secrets } from '../office.ts';
import { officeApp, officeOwner, officeTime } from '../office-browser.ts';

/* Tests that what the database could not store or compare is refused in words, and is no defect for the log. */

const nul = 'a\u0000b';
const huge = 2 ** 31;
const key = { device: 1, generation: 1, icv: 1 };
const place = { issuedAt: '2026-11-20T10:00:00.000000', ...key };
const grant = { role: 'tax', entities: [], branches: [], until: null };
const contact = { kind: 'contact', contact: { name: 'Mona', note: 'n' } };

const wrong: [string, object][] = [
  ['session.signIn', { email: `${nul}@office.example`, password: 'p', code: '000000' }],
  ['session.signIn', { email: 'a@office.example', password: nul, code: '000000' }],
  ['invitation.look', { link: nul }],
  ['invitation.accept', { link: nul, email: 'a@b.example', password: 'long enough p', code: '000000' }],
  ['person.invite', { ...grant, name: nul }],
  ['person.invite', { ...grant, name: 'Mona', entities: [huge] }],
  ['person.invite', { ...grant, name: 'Mona', branches: [huge] }],
  ['person.invite', { ...grant, name: 'Mona', until: '0000-01-01' }],
  ['person.change', { ...grant, person: huge }],
  ['person.inviteAgain', { person: huge }],
  ['person.remove', { person: huge }],
  ['person.signOut', { person: huge }],
  ['till.get', { device: huge }],
  ['document.find', { text: nul }],
  ['document.find', { text: '\ud800' }],
  ['document.find', { device: huge }],
  ['document.find', { from: '0000-01-01' }],
  ['document.find', { before: { ...place, issuedAt: 'yesterday' } }],
  ['document.find', { before: { ...place, issuedAt: '2026-02-30T10:00:00.000000' } }],
  ['document.find', { before: { ...place, device: huge } }],
  ['document.find', { before: { ...place, generation: 2 ** 15 } }],
  ['document.get', { ...key, device: huge }],
  ['document.get', { ...key, generation: 2 ** 15 }],
  ['document.xml', { ...key, generation: huge, cleared: false }],
  ['document.pdf', { ...key, device: huge }],
  ['vat.sums', { from: '0000-01-01', to: '2026-01-01' }],
  ['vat.split', { from: '2026-01-01', to: '2026-01-02', entity: huge }],
  ['archive.make', { entity: huge, period: '2026-01' }],
  ['archive.check', { entity: huge, period: '2026-01' }],
  ['notice.add', { kind: 'webhook', address: `https://office.example/${nul}`, allowPrivate: false }],
  ['notice.remove', { recipient: huge }],
  ['notice.test', { recipient: huge }],
  ['onboarding.list', { text: nul }],
  ['onboarding.add', { csv: `vat,branch\n${nul}` }],
  ['onboarding.handOut', { pasted: nul, minutesAgo: 1 }],
  ['onboarding.handOut', { pasted: '123456', minutesAgo: 1, vatNumber: nul }],
  ['order.list', { device: huge }],
  ['order.send', { devices: [huge], order: contact, days: 1 }],
  ['order.send', { devices: [1], order: { ...contact, contact: { name: 'a', email: nul } }, days: 1 }],
  ['order.articles', { devices: [1], table: nul, from: null, days: 1 }],
  ['stop.ask', { device: huge, stopped: true, why: 'other' }],
  ['stop.confirm', { device: 1, request: Number.MAX_SAFE_INTEGER }],
  ['release.ask', { device: 1, reason: nul }],
  ['release.confirm', { device: huge, request: 1 }],
];

describe.skipIf(!hasServer)('the inputs of the office', () => {
  provideOffice();
  const errors: unknown[] = [];
  const pdfs = createPdfMaker();
  let app: FastifyInstance;
  let ask: (name: string, input: unknown) => Promise<unknown>;
  beforeAll(async () => {
    if (!hasServer) return;
    app = officeApp();
    const owner = await officeOwner(app, 'Inputs', 'owner@inputs.example');
    const now = () => officeTime.now;
    const calls = createCalls(office.database, {
      now,
      pdfs,
      secrets,
      onError: (error) => errors.push(error),
    });
    const token = owner.cookie()?.split('=')[1] ?? '';
    expect(await signedInBy(people(), token, now())).toBeDefined();
    ask = async (name, input) => (await calls(name, input, { token, address: '192.0.2.1' })).answer;
  });
  afterAll(async () => {
    await app?.close();
    await pdfs.close();
  });

  it.each(wrong)('%s refuses %j', async (name, input) => {
    expect(await ask(name, input)).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    expect(errors).toEqual([]);
  });

  it('takes the page after the last document that it gave, and texts of several lines', async () => {
    expect(await ask('document.find', { before: place })).toMatchObject({ ok: true });
    expect(await ask('onboarding.add', { csv: 'vat,branch,name\r\n\t' })).toMatchObject({ ok: true });
  });

  it('has no whole number in an input that is larger than what it is compared with', () => {
    const large = ['before', 'icv', 'request'];
    const found: string[] = [];
    const walk = (name: string, schema: z.core.JSONSchema.BaseSchema, path: string) => {
      if (schema.type === 'integer' && (schema.maximum ?? Infinity) >= huge) {
        if (!large.some((each) => path.endsWith(`.${each}`))) found.push(`${name}${path}`);
      }
      for (const [key, inner] of Object.entries(schema.properties ?? {}))
        if (typeof inner === 'object') walk(name, inner, `${path}.${key}`);
      for (const inner of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flat())
        if (typeof inner === 'object') walk(name, inner, path);
    };
    for (const [name, { input }] of Object.entries(officeContract))
      walk(name, z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), '');
    expect(found).toEqual([]);
  });
});
