import { calculateJwkThumbprint, decodeProtectedHeader } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { handOut } from '../../main/office/onboarding/hand-out.ts';
import { addList, addTills, readTills } from '../../main/office/onboarding/read-tills.ts';
import type { OrderContext } from '../../main/office/orders/orders.ts';
import { announcePins } from '../../main/office/tills/certificate-pins.ts';
import { addTill, tenantNamed } from '../../main/office/tills/tills.ts';
import { listOnboarding } from '../../main/office/views/onboarding.ts';
import type { OfficeParsed } from '../../shared/office/contract.ts';
import { splitCode } from '../../shared/office/wire/enrolment.ts';
import { orderContext, orderedTill, time } from '../link/ordered-till.ts';
import { hasServer, office, provideOffice } from './office.ts';

/* Tests that many tills are added from a list, and that each gets exactly one of the portal's passwords. */

const vat = '399999999900003';
const hour = 3_600_000;

describe.skipIf(!hasServer)('bulk onboarding', () => {
  provideOffice();
  let context: OrderContext;
  beforeAll(async () => {
    if (hasServer) context = await orderContext();
  });

  async function waitingTill() {
    const till = await orderedTill(context);
    await office.database.within(till, (client) =>
      client.query(`UPDATE chain SET status = '{"certificate":null}' WHERE device = $1`, [till.device]),
    );
    return till;
  }

  it('gives each waiting till one password, none of them twice, and keeps none', async () => {
    const tills = [await waitingTill(), await waitingTill(), await waitingTill()];
    await orderedTill(context);
    const [first] = tills;
    const { tenant } = first as NonNullable<typeof first>;
    const given = { tenant, pasted: '837261\n٨٣٧٢٦١\n564 738, 5 ١١٢ ٢٣٣;', by: 'Mona' };
    const handed = await handOut(context, given);
    expect(handed).toMatchObject({ left: 0, repeated: 1, unread: 1, waiting: 0 });
    expect(handed.tills.map(({ device }) => device)).toEqual(tills.map(({ device }) => device));
    // The same file is uploaded again. This also happens after tills answered that they could not use their passwords.
    expect(await handOut(context, given)).toMatchObject({ tills: [], left: 0, repeated: 4 });
    for (const till of tills) {
      till.failWith('gateway-refused');
      await till.carriedOut();
    }
    expect(await handOut(context, given)).toMatchObject({ tills: [], repeated: 4, waiting: 3 });
    const more = await handOut(context, { ...given, pasted: '918274 837261 445566 778899 101010' });
    expect(more).toMatchObject({ left: 1, repeated: 1, waiting: 0 });
    for (const till of tills) {
      till.failWith(undefined);
      await till.carriedOut();
    }
    const got = tills.flatMap(({ done }) => done.map((order) => (order.kind === 'otp' ? order.otp : '')));
    expect(got).toEqual(['918274', '445566', '778899']);
    const kept = await office.database.within({ tenant }, async (client) => {
      const { rows: orders } = await client.query('SELECT * FROM till_order');
      const { rows: used } = await client.query('SELECT * FROM otp_use');
      return JSON.stringify([orders, used]);
    });
    for (const otp of ['837261', '564738', '918274', '101010']) expect(kept).not.toContain(otp);
    const old = { ...given, pasted: '123123', madeAt: time.now - hour };
    await expect(handOut(context, old)).rejects.toThrow('bad-input');
  });

  it('reads a list of tills and says every fault by its row', async () => {
    const tenant = await tenantNamed(office.database, 'Listed');
    const read = (csv: string) => readTills(office.database, tenant, csv);
    const head = 'VAT;Branch;Name;Serial;Prefix';
    const good = await read(`${head}\n${vat};Olaya;Till 1;s-1;A1\n${vat};Olaya;Till 2;s-2;A2\n`);
    expect(good.faults).toEqual([]);
    const codes = await addTills(office.database, tenant, good, { by: 'Mona', now: time.now });
    expect(codes.map(({ name }) => name)).toEqual(['Till 1', 'Till 2']);
    const bad = await read(`${head}\n${vat};;Till 3;S-1;A3\n1;Olaya;Till 4;s-4;A3\n${vat};Olaya;T;s-5;A3`);
    expect(bad.faults).toEqual([
      { row: 2, column: 'branch', code: 'missing' },
      { row: 2, column: 'serial', code: 'taken' },
      { row: 3, column: 'vat', code: 'no-vat-number' },
      { row: 4, column: 'prefix', code: 'twice' },
    ]);
    await expect(addTills(office.database, tenant, bad, { by: 'Mona', now: time.now })).rejects.toThrow(
      'faults',
    );
    // Rows are numbered as a spreadsheet shows them, and no content of a list causes an internal error.
    const odd = await read(
      `\n${head}\n\n${vat};"Two\nlines";Till;s-6;A6\n\n1;R;Till 1;s|7;A-7\n${vat};R;${'n'.repeat(101)};\u0000;A8\n`,
    );
    expect(odd.faults.map(({ row, column, code }) => `${row} ${column} ${code}`)).toEqual([
      '4 branch character',
      '6 vat no-vat-number',
      '6 serial character',
      '6 prefix character',
      '7 name too-long',
      '7 serial character',
    ]);
    for (const name of ['"Till', '"Till" 1'])
      expect((await read(`${head}\n\n${vat};R;${name};s-8;A8\n`)).faults).toEqual([
        { row: 3, column: 'name', code: 'quote' },
      ]);
  });

  it('adds a list once that comes twice at the same time', async () => {
    const tenant = await tenantNamed(office.database, 'Twice');
    const csv = `vat,branch,name,serial,prefix\n${vat},Olaya,Till 1,s-1,A1\n`;
    const add = () => addList(office.database, tenant, csv, { by: 'Mona', now: time.now });
    const both = await Promise.all([add(), add()]);
    expect(both.map(({ added }) => added.length).toSorted()).toEqual([0, 1]);
    expect(both.flatMap(({ faults }) => faults.map(({ code }) => code))).toEqual(['taken', 'taken']);
  });

  it('gives codes that name the certificates and the key that vouches for later ones', async () => {
    const tenant = await tenantNamed(office.database, 'Coded');
    const pin = 'p'.repeat(43);
    await announcePins(office.database, [pin]);
    const code = await addTill(office.database, { tenant, vatNumber: vat, branch: 'R', name: 'T' });
    await office.database.asOwner((client) => client.query('DELETE FROM office_pin'));
    const { publicKey } = context.signer;
    expect(splitCode(code).pins).toEqual([pin, await calculateJwkThumbprint(publicKey)]);
    expect(decodeProtectedHeader(await context.signer.signPins([pin], time.now)).jwk).toEqual(publicKey);
  });

  it('gives no password of one taxpayer’s portal to another taxpayer’s till', async () => {
    const first = await waitingTill();
    const { tenant } = first;
    const request = { tenant, pasted: '424242', by: 'Mona' };
    await office.database.within({ tenant }, async (client) => {
      await client.query(`INSERT INTO entity (tenant, vat_number) VALUES ($1, '310000000000003')`, [tenant]);
    });
    const second = await waitingTill();
    await office.database.asOwner(async (client) => {
      await client.query(`SELECT set_config('khatm.tenant', $1, true)`, [String(tenant)]);
      await client.query(
        `UPDATE device SET entity = (SELECT entity FROM entity WHERE vat_number = '310000000000003') WHERE device = $1`,
        [second.device],
      );
    });
    await expect(handOut(context, request)).rejects.toMatchObject({
      failure: { code: 'which-taxpayer', detail: { taxpayers: expect.stringContaining('310000000000003') } },
    });
    const handed = await handOut(context, { ...request, vatNumber: '310000000000003' });
    expect(handed.tills.map(({ device }) => device)).toEqual([second.device]);
  });

  it('shows every till that is on its way, and every taxpayer whose tills wait, however many there are', async () => {
    const tenant = await tenantNamed(office.database, 'Many');
    const [ownVat, other] = [vat, '310000000000003'];
    await office.database.asOwner(async (client) => {
      await client.query('INSERT INTO entity (tenant, vat_number) VALUES ($1, $2), ($1, $3)', [
        tenant,
        ownVat,
        other,
      ]);
      await client.query(
        "INSERT INTO branch (tenant, entity, name) SELECT tenant, entity, 'Olaya' FROM entity WHERE tenant = $1",
        [tenant],
      );
      await client.query(
        `INSERT INTO device (tenant, entity, branch, name, serial, public_key, enrolled_at)
         SELECT b.tenant, b.entity, b.branch, 'Till ' || lpad(n::text, 4, '0'), 's-' || n, '{}', now()
         FROM generate_series(1, 620) AS n JOIN entity AS e ON e.vat_number = CASE n WHEN 620 THEN $3 ELSE $2 END
           JOIN branch AS b ON b.entity = e.entity WHERE b.tenant = $1`,
        [tenant, ownVat, other],
      );
      await client.query(
        `INSERT INTO chain (bucket, device, generation, tenant, entity, branch, ledger, icv, hash, event, audit, audit_hash,
           last_contact, status)
         SELECT device % 1024, device, 1, tenant, entity, branch, gen_random_uuid(), 0, '', 0, 0, '', now(), '{"certificate":null}'
         FROM device WHERE tenant = $1`,
        [tenant],
      );
    });
    const list = (given: Partial<OfficeParsed<'onboarding.list'>> = {}) =>
      listOnboarding(office.database, { tenant }, time.now, { text: '', listed: 500, ...given });
    const first = await list();
    expect(first).toMatchObject({ counts: { waiting: 620 }, found: 620, taxpayers: [other, ownVat] });
    expect(first.tills).toHaveLength(500);
    expect((await list({ listed: 1000 })).tills.at(-1)).toMatchObject({
      till: 'Till 0620',
      vatNumber: other,
    });
    expect(await list({ text: ' TILL 0620 ' })).toMatchObject({ found: 1, tills: [{ till: 'Till 0620' }] });
    expect(await list({ text: 's-62%' })).toMatchObject({ found: 0, tills: [], counts: { waiting: 620 } });
  });
});
