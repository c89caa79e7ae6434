import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInvoice } from '../../main/document/invoice/reading/read-invoice.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';
import type { OfficeRole } from '../../shared/office/command.ts';
import { worstFirst } from '../../shared/office/till-state.ts';
import { addManyTills } from './many-tills.ts';
import { hasServer, office, provideOffice } from './office.ts';
import { colleague, officeApp, officeOwner, officeTime } from './office-browser.ts';
import { tillWith } from './till-with-documents.ts';

/*
 * Tests which tills and documents people see, namely those of their own shops, and which facts about them are unknown.
 */

let app: FastifyInstance;

describe.skipIf(!hasServer)('what people see', () => {
  provideOffice();
  beforeAll(() => {
    if (hasServer) app = officeApp();
  });
  afterAll(() => app?.close());

  it('shows each person the tills, documents and sums of their grant alone', async () => {
    // The time is that of the database's clock, as in the rows of tills.
    officeTime.now = Date.now();
    const owner = await officeOwner(app, 'Grants', 'owner@grants.example');
    const tenant = await tenantNamed(office.database, 'Grants');
    const one = await tillWith(office.database, tenant, 'Olaya', ['11.50', '23.00']);
    const other = await tillWith(office.database, tenant, 'Malaz', ['100.00']);
    const places = await owner.call('place.list', {});
    const malaz = places.ok ? (places.value.branches.find(({ name }) => name === 'Malaz')?.branch ?? 0) : 0;
    const clerk = await colleague(app, owner, 'clerk@grants.example', { role: 'branch', branches: [malaz] });
    const devices = async (person: typeof clerk | typeof owner) => {
      const tills = await person.call('till.list', {});
      const found = await person.call('document.find', {});
      return {
        tills: tills.ok && tills.value.tills.map(({ device }) => device).sort(),
        documents: found.ok && found.value.documents.map(({ device }) => device).sort(),
      };
    };
    expect(await devices(owner)).toEqual({
      tills: [one.device, other.device],
      documents: [one.device, one.device, other.device],
    });
    expect(await devices(clerk)).toEqual({ tills: [other.device], documents: [other.device] });
    const gone = { ok: false, failure: { code: 'not-found' } };
    expect(await clerk.call('till.get', { device: one.device })).toEqual(gone);
    expect(await clerk.call('document.get', { device: one.device, generation: 1, icv: 1 })).toEqual(gone);
    const foreign = await officeOwner(app, 'Elsewhere', 'owner@elsewhere.example');
    expect(await devices(foreign)).toEqual({ tills: [], documents: [] });

    const day = new Date(officeTime.now + 3 * 3600_000).toISOString().slice(0, 10);
    const days = { from: day, to: day };
    const sumsOf = async (person: typeof clerk | typeof owner) => {
      const sums = await person.call('vat.sums', days);
      return sums.ok && sums.value.entities.map(({ taxable, vat, open }) => [taxable, vat, open.count]);
    };
    const amounts = [one, other].map(({ ledger }) => {
      const totals = [...ledger.documents.inOrder()].map(({ xml }) => readInvoice(xml()).totals);
      return [
        totals.reduce((sum, { taxExclusive }) => sum + taxExclusive, 0),
        totals.reduce((sum, { vat }) => sum + vat, 0),
        totals.length,
      ];
    });
    const [first = [], second = []] = amounts;
    expect(await sumsOf(clerk)).toEqual([second]);
    expect(await sumsOf(owner)).toEqual([first.map((amount, index) => amount + (second[index] ?? 0))]);
    const entity = other.key.entity;
    for (const more of [{}, { branch: malaz }, { branch: malaz, device: other.device }]) {
      const split = await clerk.call('vat.split', { ...days, entity, ...more });
      expect(split.ok && split.value.rows.map(({ taxable, vat, count }) => [taxable, vat, count])).toEqual([
        second,
      ]);
    }

    // No branch would otherwise mean all of them.
    await expect(
      office.database.within({ tenant }, (client) =>
        client.query("UPDATE person SET branches = '{}' WHERE person = $1", [clerk.person]),
      ),
    ).rejects.toThrow('check constraint');
  });

  it('gives a document’s bytes and PDF, and writes down who read it', async () => {
    officeTime.now = Date.now();
    const owner = await officeOwner(app, 'Readers', 'owner@readers.example');
    const tenant = await tenantNamed(office.database, 'Readers');
    const { device, ledger } = await tillWith(office.database, tenant, 'Olaya', ['11.50']);
    const key = { device, generation: 1, icv: 1 };
    const [document] = [...ledger.documents.inOrder()];
    const got = await owner.call('document.get', key);
    expect(got).toMatchObject({
      value: {
        hash: document?.hash,
        document: { state: 'waiting' },
        vat: [{ taxable: 1000, vat: 150 }],
        lines: [{ name: 'قهوة', net: 1000 }],
      },
    });
    const xml = await owner.call('document.xml', { ...key, cleared: false });
    expect(xml.ok && xml.value.xml).toBe(document?.xml().toString('utf8'));
    expect(xml.ok && xml.value.fileName).toMatch(/^3\d{13}3_\d{8}T\d{6}_[\w-]+\.xml$/);
    const pdf = await owner.call('document.pdf', key);
    expect(pdf.ok && Buffer.from(pdf.value.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    expect(await owner.call('document.xml', { ...key, cleared: true })).toMatchObject({
      failure: { code: 'not-found' },
    });
    // Verification continues after an invalid stamp, but nothing from there on counts as checked.
    const stamp = (wrong: number | null) =>
      office.database.asOwner((client) =>
        client.query('UPDATE chain SET verified_icv = 1, wrong_icv = $2 WHERE device = $1', [device, wrong]),
      );
    const log = await owner.call('log.list', {});
    const reads = log.ok ? log.value.lines.filter(({ action }) => action.startsWith('document.')) : [];
    expect(reads.map(({ action }) => action)).toEqual(['document.pdf', 'document.xml', 'document.read']);
    expect(JSON.parse(reads[0]?.detail ?? '{}')).toMatchObject({ device, icv: 1 });
    await stamp(1);
    expect(await owner.call('document.get', key)).toMatchObject({ value: { isStampChecked: false } });
    await stamp(null);
    expect(await owner.call('document.get', key)).toMatchObject({ value: { isStampChecked: true } });
    for (const role of ['operations', 'support'] satisfies OfficeRole[]) {
      const person = await colleague(app, owner, `${role}@readers.example`, { role });
      expect(await person.call('document.get', key)).toMatchObject({ failure: { code: 'not-allowed' } });
    }
  });

  it('finds documents by number, day and state, page by page', async () => {
    officeTime.now = Date.now();
    const owner = await officeOwner(app, 'Search', 'owner@search.example');
    const tenant = await tenantNamed(office.database, 'Search');
    const { ledger } = await tillWith(
      office.database,
      tenant,
      'Olaya',
      Array.from({ length: 60 }, () => '1.15'),
    );
    const first = await owner.call('document.find', {});
    if (!first.ok || first.value.next === null) throw new Error('no second page');
    expect(first.value.documents.map(({ icv }) => icv)).toEqual(
      Array.from({ length: 50 }, (_, at) => 60 - at),
    );
    const second = await owner.call('document.find', { before: first.value.next });
    expect(second.ok && second.value.documents.map(({ icv }) => icv)).toEqual([
      10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
    expect(second.ok && second.value.next).toBeNull();
    const [document] = [...ledger.documents.inOrder()];
    const byNumber = await owner.call('document.find', { text: document?.number ?? '' });
    expect(byNumber.ok && byNumber.value.documents.map(({ number }) => number)).toContain(document?.number);
    for (const filter of [{ text: '%' }, { state: 'accepted' }, { to: '2020-01-01' }] as const)
      expect(await owner.call('document.find', filter)).toMatchObject({ value: { documents: [] } });
  });

  it('says of a month and of its VAT what a silent till, and one that left, still have', async () => {
    officeTime.now = Date.now();
    const owner = await officeOwner(app, 'Incomplete', 'owner@incomplete.example');
    const tenant = await tenantNamed(office.database, 'Incomplete');
    const { device } = await tillWith(office.database, tenant, 'Olaya', ['11.50']);
    const base = officeTime.now;
    officeTime.now += 20 * 60_000;
    const dayOf = (at: number) => new Date(at + 3 * 3600_000).toISOString().slice(0, 10);
    const unknown = async (day = dayOf(base)) => {
      const archive = await owner.call('archive.list', {});
      const sums = await owner.call('vat.sums', { from: day, to: day });
      return [
        archive.ok && archive.value.months.map((month) => month.unknown),
        sums.ok && sums.value.entities.map((entity) => entity.unknown),
      ];
    };
    const set = (completeAt: number, { leftAt, missing = 0 }: { leftAt?: number; missing?: number } = {}) =>
      office.database.within({ tenant }, async (client) => {
        const left = leftAt === undefined ? null : new Date(leftAt);
        await client.query('UPDATE device SET left_at = $1', [left]);
        const values = [new Date(completeAt), missing];
        await client.query('UPDATE chain SET complete_at = $1, till_icv = icv + $2', values);
      });
    const till = (since: number) => ({ device, name: 'Till Olaya', since: new Date(since).toISOString() });
    await set(officeTime.now);
    expect(await unknown()).toEqual([[[]], [[]]]);
    const month = base - 40 * 86_400_000;
    await set(month);
    expect(await unknown()).toEqual([[[till(month)]], [[till(month)]]]);
    // A till that had sent everything before it left has nothing missing. For another till, the time up to its leaving
    // is unknown.
    await set(base - 60_000, { leftAt: base });
    expect(await unknown()).toEqual([[[]], [[]]]);
    for (const [at, missing] of [
      [base - 60_000, 3],
      [base - 3600_000, 0],
    ] as const) {
      await set(at, { leftAt: base, missing });
      expect(await unknown()).toEqual([[[till(at)]], [[till(at)]]]);
      expect((await unknown(dayOf(base + 86_400_000)))[1]).toEqual([[]]);
    }
  });

  it('puts the worst till first, and says what is not known', async () => {
    const owner = await officeOwner(app, 'Worst', 'owner@worst.example');
    await addManyTills(office.database, { tills: 12, now: officeTime.now, tenant: 'Worst' });
    const answer = await owner.call('till.list', {});
    if (!answer.ok) throw new Error(answer.failure.code);
    const { tills, now } = answer.value;
    expect(worstFirst(tills, Date.parse(now)).map(({ state }) => state)).toEqual([
      'refused',
      'overdue',
      'silent',
      'parked',
      'behind',
      ...Array.from({ length: 5 }, () => 'good'),
      'expected',
      'left',
    ]);
    const silent = new Date(officeTime.now - 95 * 60_000).toISOString();
    const day = new Date(officeTime.now + 3 * 3600_000).toISOString().slice(0, 10);
    const sums = await owner.call('vat.sums', { from: day, to: day });
    expect(
      sums.ok && sums.value.entities.flatMap(({ unknown }) => unknown.map(({ since }) => since)).sort(),
    ).toEqual([silent, null]);
    const clone = worstFirst(tills, Date.parse(now))[0]?.till.device ?? 0;
    expect(await owner.call('till.get', { device: clone })).toMatchObject({
      value: { till: { refused: 'forked' } },
    });
  });
});
