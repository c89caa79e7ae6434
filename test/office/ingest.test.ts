import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import { openLedger } from '../../main/books/ledger/ledger.ts';
import { ingest } from '../../main/office/ingest/ingest.ts';
import type { ChainKey } from '../../main/office/tills/chain-key.ts';
import { addTill, codeAgain, enrol, knownTill, letGo, tenantNamed } from '../../main/office/tills/tills.ts';
import type { Batch } from '../../shared/office/wire/feed.ts';
import { newFolder } from '../support/khatm.ts';
import { batchOf, enrolledTill } from './enrolled-till.ts';
import { hasServer, office, provideOffice } from './office.ts';
import { storedDocuments } from './stored-documents.ts';

/*
 * Tests that the head office stores a till's rows once and in order, and detects rows that do not continue its chain.
 */

const nothing = { icv: 0, event: 0, audit: 0 };
const { vatNumber } = trainingCompany;
const publicKey = { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) } as const;

const clock = { now: Date.UTC(2026, 10, 20, 10) };

/** Creates a till with this many documents, and its chain at the office. */
async function newTill({ documents }: { documents: number }) {
  const till = await enrolledTill({ tenant: await tenantNamed(office.database, 'Shops'), clock });
  till.sellCoffees(documents);
  return till;
}

const stored = (key: ChainKey) => office.database.within(key, (client) => storedDocuments(client, key));

const quarantined = (key: ChainKey) =>
  office.database.within(key, async (client) => {
    const { rows } = await client.query<{ code: string }>('SELECT code FROM quarantine WHERE device = $1', [
      key.device,
    ]);
    return rows.map(({ code }) => code);
  });

describe.skipIf(!hasServer)('the office', () => {
  provideOffice();

  it('keeps documents byte for byte, and the same batch again once', async () => {
    const { ledger, sellCoffees, key } = await newTill({ documents: 3 });
    const batch = batchOf(ledger);
    const first = await ingest(office.database, key, batch);
    expect(first).toMatchObject({ result: 'kept', have: { icv: 3, hash: ledger.chain.head()?.hash } });
    expect(await ingest(office.database, key, batch)).toEqual(first);
    sellCoffees(2);
    // This batch overlaps with rows that were received already.
    expect(await ingest(office.database, key, batchOf(ledger))).toMatchObject({ have: ledger.outbox.head() });
    const documents = [...ledger.documents.inOrder()].map(({ xml }) => xml().toString('utf8'));
    expect(await stored(key)).toEqual(documents);
    expect(await quarantined(key)).toEqual([]);
  });

  it('knows the amounts of a document, and its VAT by category', async () => {
    const { ledger, key } = await newTill({ documents: 2 });
    await ingest(office.database, key, batchOf(ledger));
    const sums = await office.database.within(key, async (client) => {
      const { rows } = await client.query(
        `SELECT sum(d.payable)::integer AS payable, sum(d.vat)::integer AS vat, sum(v.vat)::integer AS "byCategory"
         FROM document AS d JOIN document_vat AS v USING (bucket, device, generation, icv) WHERE d.device = $1`,
        [key.device],
      );
      return rows;
    });
    expect(sums).toEqual([{ payable: 2300, vat: 300, byCategory: 300 }]);
  });

  it('knows the state of a document by its events, and moves it from one sum to another', async () => {
    const { ledger, key } = await newTill({ documents: 4 });
    const batch = batchOf(ledger);
    const event = (id: number, icv: number, more: Partial<Batch['events'][number]>) => ({
      id,
      icv,
      at: clock.now,
      event: 'answered' as const,
      httpStatus: 200,
      outcome: null,
      why: null,
      status: null,
      answer: null,
      cleared: null,
      nextAt: null,
      reportBy: null,
      ...more,
    });
    const sent = event(1, 1, { event: 'sent', httpStatus: null });
    await ingest(office.database, key, { ...batch, events: [sent] });
    const later = [
      event(2, 1, { outcome: 'accepted' }),
      event(3, 2, { outcome: 'rejected' }),
      event(4, 3, { outcome: 'request-refused' }),
      // A late answer to an earlier call changes nothing.
      event(5, 2, { outcome: 'accepted' }),
      event(6, 4, { outcome: 'clearance-off', nextAt: clock.now, reportBy: clock.now + 1000 }),
    ];
    expect(await ingest(office.database, key, { ...batch, events: [sent, ...later] })).toMatchObject({
      have: { event: 6 },
    });
    const read = await office.database.within(key, async (client) => {
      const { rows: documents } = await client.query(
        'SELECT state, accepted_at IS NOT NULL AS accepted FROM document WHERE device = $1 ORDER BY icv',
        [key.device],
      );
      const { rows: days } = await client.query(
        `SELECT state, count::integer, payable::integer, vat::integer FROM document_day
         WHERE device = $1 AND count > 0 ORDER BY state`,
        [key.device],
      );
      const { rows: vat } = await client.query(
        `SELECT sum(vat)::integer AS vat, sum(taxable)::integer AS taxable FROM vat_day WHERE device = $1`,
        [key.device],
      );
      return { documents, days, vat };
    });
    expect(read.documents).toEqual([
      { state: 'accepted', accepted: true },
      { state: 'rejected', accepted: false },
      { state: 'parked', accepted: false },
      { state: 'waiting', accepted: false },
    ]);
    expect(read.days).toEqual(
      ['accepted', 'parked', 'rejected', 'waiting'].map((state) => ({
        state,
        count: 1,
        payable: 1150,
        vat: 150,
      })),
    );
    expect(read.vat).toEqual([{ vat: 600, taxable: 4000 }]);

    // A final state never changes. A parked document, or one that was sent in another way, ends like the others.
    const last = [
      event(7, 1, { outcome: 'rejected' }),
      event(8, 2, { outcome: 'accepted' }),
      event(9, 3, { outcome: 'accepted' }),
      event(10, 4, { outcome: 'clearance-off', nextAt: clock.now, reportBy: clock.now + 1000 }),
      event(11, 4, { outcome: 'accepted' }),
    ];
    await ingest(office.database, key, { ...batch, documents: [], events: last });
    const ended = await office.database.within(key, async (client) => {
      const { rows: documents } = await client.query(
        'SELECT state, accepted_at IS NOT NULL AS accepted, mode FROM document WHERE device = $1 ORDER BY icv',
        [key.device],
      );
      const { rows: days } = await client.query(
        'SELECT state, sum(count)::integer AS count, sum(vat)::integer AS vat FROM vat_day WHERE device = $1 GROUP BY state ORDER BY state',
        [key.device],
      );
      return { documents, days };
    });
    expect(ended.documents).toEqual([
      { state: 'accepted', accepted: true, mode: 'reporting' },
      { state: 'rejected', accepted: false, mode: 'reporting' },
      { state: 'accepted', accepted: true, mode: 'reporting' },
      { state: 'accepted', accepted: true, mode: 'reporting' },
    ]);
    expect(ended.days).toEqual([
      { state: 'accepted', count: 3, vat: 450 },
      { state: 'parked', count: 0, vat: 0 },
      { state: 'rejected', count: 1, vat: 150 },
      { state: 'waiting', count: 0, vat: 0 },
    ]);
  });

  it('keeps what a till says of itself, and when it last had everything', async () => {
    const { ledger, sellCoffees, key } = await newTill({ documents: 2 });
    const status = {
      now: Date.now() + 3_600_000,
      version: '1.0',
      environment: 'training' as const,
      unready: null,
      waiting: 2,
      parked: 0,
      rejected: 0,
      nearestDeadline: clock.now,
      connection: 'online' as const,
      certificate: null,
      skewMs: 5,
      alarms: [{ kind: 'parked', level: 'amber' as const }],
    };
    const chain = () =>
      office.database.within(key, async (client) => {
        const { rows } = await client.query(
          `SELECT status, round(skew_ms / 60000.0)::integer AS skew, complete_at = last_contact AS "isComplete",
             till_icv::integer AS "tillIcv" FROM chain WHERE device = $1`,
          [key.device],
        );
        return rows[0];
      });
    await ingest(office.database, key, { ...batchOf(ledger), status });
    expect(await chain()).toEqual({ status, skew: 60, isComplete: true, tillIcv: 2 });
    sellCoffees(3);
    const { head } = batchOf(ledger);
    await ingest(office.database, key, { ...batchOf(ledger), documents: [], audit: [], head });
    expect(await chain()).toMatchObject({ status, isComplete: false, tillIcv: 5 });
  });

  it('says where rows are missing, and that is no alarm', async () => {
    const { ledger, sellCoffees, key } = await newTill({ documents: 5 });
    const late = batchOf(ledger, { ...nothing, icv: 2 });
    const gap = { result: 'refused', code: 'ahead', at: 3, have: { icv: 0 } };
    expect(await ingest(office.database, key, late)).toMatchObject(gap);
    expect(await quarantined(key)).toEqual([]);
    sellCoffees(1);
    expect(await ingest(office.database, key, batchOf(ledger))).toMatchObject({ have: { icv: 6 } });
  });

  it('finds a clone of a till once both have sold on, and goes on with the one that came first', async () => {
    const { ledger, sellCoffees, key } = await newTill({ documents: 2 });
    await ingest(office.database, key, batchOf(ledger));
    const copy = path.join(newFolder('clone'), 'ledger.db');
    await ledger.copyTo(copy);
    const clone = openLedger(copy, { environment: 'training', isCopy: true });
    sellCoffees(2);
    sellCoffees(1, clone);
    expect(await ingest(office.database, key, batchOf(ledger))).toMatchObject({ have: { icv: 4 } });
    expect(await ingest(office.database, key, batchOf(clone, { ...nothing, icv: 2 }))).toMatchObject({
      result: 'refused',
      code: 'forked',
    });
    sellCoffees(1);
    expect(await ingest(office.database, key, batchOf(ledger))).toMatchObject({ have: { icv: 5 } });
    clone.close();
  });

  it.each(['the same batch', 'only its head'])(
    'refuses another chain under the same counters: %s',
    async (what) => {
      const { ledger, key } = await newTill({ documents: 3 });
      const other = await newTill({ documents: 3 });
      await ingest(office.database, key, batchOf(ledger));
      const forked = { ...batchOf(other.ledger), ledger: ledger.id };
      if (what !== 'the same batch') forked.documents = [];
      const answer = await ingest(office.database, key, forked);
      expect(answer).toMatchObject({ result: 'refused', code: 'forked', have: { icv: 3 } });
      expect(await ingest(office.database, key, forked)).toEqual(answer);
      expect(await quarantined(key)).toEqual(['forked']);
      expect(await stored(key)).toHaveLength(3);
    },
  );

  it('refuses other bytes under a known counter, though their hash is the same', async () => {
    const { ledger, key } = await newTill({ documents: 2 });
    const batch = batchOf(ledger);
    await ingest(office.database, key, batch);
    const [first, second] = batch.documents as [Batch['documents'][0], Batch['documents'][0]];
    const other = { ...first, xml: first.xml.replace('<ext:UBLExtensions>', '<ext:UBLExtensions >') };
    expect(await ingest(office.database, key, { ...batch, documents: [other, second] })).toMatchObject({
      code: 'forked',
      at: 1,
    });
  });

  it('refuses a document whose bytes are not those of its hash, and keeps nothing of the batch', async () => {
    const { ledger, key } = await newTill({ documents: 3 });
    const batch = batchOf(ledger);
    const documents = batch.documents.map((row) =>
      row.icv === 2 ? { ...row, xml: row.xml.replace('قهوة', 'شاي') } : row,
    );
    const answer = { result: 'refused', code: 'wrong-bytes', at: 2, have: { icv: 0 } };
    expect(await ingest(office.database, key, { ...batch, documents })).toMatchObject(answer);
    expect(await stored(key)).toEqual([]);
    expect(await ingest(office.database, key, batch)).toMatchObject({ result: 'kept' });
  });

  it('refuses the stamp of another till, another ledger, and a line that was changed', async () => {
    const { ledger, key } = await newTill({ documents: 1 });
    const batch = batchOf(ledger);
    expect(await ingest(office.database, key, { ...batch, ledger: randomUUID() })).toMatchObject({
      code: 'other-ledger',
    });
    await office.database.asOwner((client) =>
      client.query("UPDATE device SET serial = '1-a|2-b|3-c' WHERE device = $1", [key.device]),
    );
    expect(await ingest(office.database, key, batch)).toMatchObject({ code: 'stranger', at: 1 });
    expect((await quarantined(key)).toSorted()).toEqual(['other-ledger', 'stranger']);
  });

  it('refuses numbers that do not rise by one, and keeps a bounded part of what it refuses', async () => {
    const { key, ledger } = await newTill({ documents: 1 });
    const batch = batchOf(ledger);
    const post = (more: object) => ingest(office.database, key, { ...batch, ...more });
    const [line] = batch.audit;
    const event = {
      id: 1,
      icv: 1,
      at: 1,
      event: 'sent' as const,
      httpStatus: null,
      outcome: null,
      why: null,
      status: null,
      answer: null,
      cleared: null,
      nextAt: null,
      reportBy: null,
    };
    expect(await post({ events: [event, event] })).toMatchObject({ code: 'broken-link', at: 1 });
    expect(await post({ audit: [line, line] })).toMatchObject({ code: 'broken-link', at: line?.id });
    const kept = () =>
      office.database.within(key, async (client) => {
        const { rows } = await client.query('SELECT FROM quarantine WHERE device = $1', [key.device]);
        return rows.length;
      });
    expect(await kept()).toBe(2);
    await office.database.within(key, (client) =>
      client.query(
        `INSERT INTO quarantine (bucket, device, generation, code, at, digest, tenant, entity, branch, received_at,
           ledger, rows)
         SELECT q.bucket, q.device, q.generation, q.code, n, q.digest, q.tenant, q.entity,
           q.branch, q.received_at, q.ledger, q.rows FROM quarantine AS q, generate_series(10, 207) AS n
         WHERE q.device = $1 AND q.at = (SELECT min(at) FROM quarantine WHERE device = $1) ON CONFLICT DO NOTHING`,
        [key.device],
      ),
    );
    const before = await kept();
    expect(before).toBeGreaterThanOrEqual(200);
    expect(await post({ events: [event, { ...event, id: 3 }] })).toMatchObject({ code: 'broken-link' });
    expect(await kept()).toBe(before);
    // Two people cleared the till, so its rows are stored again.
    await office.database.within(key, (client) =>
      client.query(
        `INSERT INTO release_request (tenant, entity, branch, device, asked_at, reason, asked_by, confirmed_at, confirmed_by)
         VALUES ($1, $2, $3, $4, now(), 'mended', 'Mona', now(), 'Sami')`,
        [key.tenant, key.entity, key.branch, key.device],
      ),
    );
    expect(await post({ events: [event, { ...event, id: 4 }] })).toMatchObject({ code: 'broken-link' });
    expect(await kept()).toBe(before + 1);
    expect(await post({})).toMatchObject({ result: 'kept' });
  });

  it('writes down what a till found about itself', async () => {
    const { ledger, key } = await newTill({ documents: 1 });
    expect(await ingest(office.database, key, batchOf(ledger, nothing, 'older'))).toMatchObject({
      code: 'older',
    });
    expect(await quarantined(key)).toEqual(['older']);
  });

  it('shows a transaction the rows of its tenant alone, and lets nobody delete or change them', async () => {
    const { ledger, key } = await newTill({ documents: 1 });
    await ingest(office.database, key, batchOf(ledger));
    const other = await tenantNamed(office.database, 'Others');
    const scopes = [{ tenant: other }, { tenant: 0 }, { ...key, entities: [key.entity + 1000] }];
    for (const table of guardedTables) {
      const count = (scope: { tenant: number; entities?: number[] }) =>
        office.database.within(scope, async (client) => {
          const { rows } = await client.query<{ count: number }>(
            `SELECT count(*)::integer AS count FROM ${table}`,
          );
          return rows[0]?.count;
        });
      for (const scope of scopes) expect(await count(scope), table).toBe(0);
      const refused = (sql: string) =>
        expect(
          office.database.within(key, (client) => client.query(sql)),
          sql,
        ).rejects.toThrow(/permission denied/);
      await refused(`DELETE FROM ${table}`);
      await refused(`TRUNCATE ${table}`);
    }
    await expect(
      office.database.within(key, (client) => client.query("UPDATE document SET hash = ''")),
    ).rejects.toThrow(/permission denied/);
  });

  it('enrols a till once by its code, and the same till again', async () => {
    const { request } = await newTill({ documents: 0 });
    expect(await enrol(office.database, request)).toMatchObject({ result: 'enrolled' });
    const other = { ...publicKey, x: 'z'.repeat(43) };
    expect(await enrol(office.database, { ...request, publicKey: other })).toEqual({
      result: 'refused',
      code: 'code',
    });
    const tenant = await tenantNamed(office.database, 'Shops');
    const code = await addTill(office.database, { tenant, vatNumber, branch: 'Olaya', name: 'Till' });
    const foreign = { ...request, code, vatNumber: '300000000000003' };
    expect(await enrol(office.database, foreign)).toEqual({ result: 'refused', code: 'taxpayer' });
  });

  it('enrols a till from a list under its planned serial number alone, and a code given again in place of the first', async () => {
    const tenant = await tenantNamed(office.database, 'Shops');
    const planned = { serial: 'planned-1', prefix: 'PL' };
    const till = { tenant, vatNumber, branch: 'Olaya', name: 'Planned', planned };
    const first = await addTill(office.database, till);
    const { rows } = await office.database.within({ tenant }, (client) =>
      client.query<{ device: number }>("SELECT device FROM device WHERE planned_serial = 'planned-1'"),
    );
    const { device = 0 } = rows[0] ?? {};
    const code = await codeAgain(office.database, { tenant, device });
    const request = { publicKey, vatNumber, ledger: randomUUID(), serial: '1-Khatm|2-Terminal|3-planned-1' };
    const refused = { result: 'refused', code: 'code' };
    expect(await enrol(office.database, { ...request, code: first })).toEqual(refused);
    const stranger = { ...request, code, serial: '1-Khatm|2-Terminal|3-other' };
    expect(await enrol(office.database, stranger)).toEqual(refused);
    expect(await enrol(office.database, { ...request, code })).toMatchObject({ result: 'enrolled', device });
    await expect(codeAgain(office.database, { tenant, device })).rejects.toThrow('not-found');
    const { rows: lines } = await office.database.within({ tenant }, (client) =>
      client.query("SELECT detail FROM office_line WHERE action = 'till.enrolled' ORDER BY id DESC LIMIT 1"),
    );
    expect(JSON.parse(lines[0].detail)).toEqual({ device, serial: request.serial });
  });

  it('lets a till that left come back to its own chain, and one ledger be enrolled once', async () => {
    const { request, key } = await newTill({ documents: 0 });
    const { tenant } = key;
    const code = await addTill(office.database, { tenant, vatNumber, branch: 'Olaya', name: 'Again' });
    const again = { ...request, code, publicKey: { ...publicKey, x: 'z'.repeat(43) } };
    expect(await enrol(office.database, again)).toEqual({ result: 'refused', code: 'ledger' });
    await letGo(office.database, key);
    for (let time = 0; time < 2; time += 1)
      expect(await enrol(office.database, again)).toMatchObject({ result: 'enrolled', device: key.device });
    const { rows } = await office.database.within({ tenant }, (client) =>
      client.query('SELECT device FROM chain WHERE ledger = $1', [request.ledger]),
    );
    expect(rows).toEqual([{ device: key.device }]);
    expect(await knownTill(office.database, tenant, key.device)).toMatchObject({
      hasLeft: false,
      publicKey: again.publicKey,
    });
  });
});

const guardedTables = [
  ...['chain', 'document', 'document_vat', 'body', 'cleared', 'event', 'audit_line', 'quarantine'],
  ...['entity', 'branch', 'device'],
];
