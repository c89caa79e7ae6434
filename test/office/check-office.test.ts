import type { PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { checkBytes } from '../../main/office/check/check-bytes.ts';
import { checkOffice, type Finding } from '../../main/office/check/check-office.ts';
import type { OfficeDatabase } from '../../main/office/database/database.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';
import { addUpMonths } from '../../main/office/watch/add-up-months.ts';
import { enrolledTill } from './enrolled-till.ts';
import { hasServer, office, provideOffice } from './office.ts';

/*
 * Tests that the check reports each row that was removed or changed in the database itself, and reports it exactly
 * once.
 */

const clock = { now: Date.UTC(2026, 10, 20, 10) };

/** Adds a till whose documents the office has. */
async function addSold(name: string, documents: number, at = clock): Promise<number> {
  const till = await enrolledTill({ tenant: await tenantNamed(office.database, 'Shops'), name, clock: at });
  till.sellCoffees(documents);
  await till.feed();
  return till.device;
}

const withBytes = async (database: OfficeDatabase): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for await (const finding of checkBytes(database)) findings.push(finding);
  return findings;
};

/**
 * Makes a change, returns the findings of both checks, except those about the sums of its day, and undoes the change.
 */
async function findingsAfter(change: (client: PoolClient) => Promise<unknown>): Promise<string[]> {
  const all = await allFindingsAfter(change);
  return all.filter((text) => !text.startsWith('day-sum '));
}

async function allFindingsAfter(change: (client: PoolClient) => Promise<unknown>): Promise<string[]> {
  const undo = new Error('undone');
  let found: string[] = [];
  await office.database
    .asOwner(async (client) => {
      await change(client);
      const inside: OfficeDatabase = {
        ...office.database,
        asOwner: (work) => work(client),
        within: (_, work) => work(client),
        atOneMoment: (_, work) => work(client),
      };
      const { findings } = await checkOffice(inside, 47);
      const all = [...findings, ...(await withBytes(inside))];
      found = all.map(({ code, till, at, detail }) => `${code} ${till} ${at} ${detail}`.trim());
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

describe.skipIf(!hasServer)('the check of the office', () => {
  provideOffice();

  it('finds nothing where nobody changed anything, and every fault once', async () => {
    const first = await addSold('First', 5);
    const second = await addSold('Second', 3);
    expect(await checkOffice(office.database, 47)).toEqual({
      tenants: 1,
      chains: 2,
      documents: 8,
      findings: [],
    });
    expect(await withBytes(office.database)).toEqual([]);

    const of = (device: number, icv: number) => `device = ${device} AND icv = ${icv}`;
    const all = ['document', 'document_vat', 'body'];
    const remove = (client: PoolClient, device: number, icv: number) =>
      client.query(all.map((table) => `DELETE FROM ${table} WHERE ${of(device, icv)}`).join(';'));
    expect(await findingsAfter((client) => remove(client, first, 3))).toEqual(['gap First 4 2']);
    // The others are packed by the first one.
    expect(await findingsAfter((client) => remove(client, first, 1))).toEqual([
      'gap First 2 0',
      'wrong-bytes First 2 packing',
    ]);
    // Removing the end of a chain leaves no gap.
    expect(await findingsAfter((client) => remove(client, second, 3))).toEqual(['head Second 3 document']);
    const change = (set: string, device: number, icv: number, table = 'document') =>
      findingsAfter((client) => client.query(`UPDATE ${table} SET ${set} WHERE ${of(device, icv)}`));
    expect(await change("previous_hash = hash || ''", first, 4)).toEqual([
      'broken-link First 4 3',
      'wrong-bytes First 4 previous-hash',
    ]);
    expect(await change('payable = payable + 1', first, 2)).toEqual(['wrong-bytes First 2 payable']);
    expect(await change('vat = vat + 1', first, 2, 'document_vat')).toEqual(['vat-sum First 2 151']);
    // The value is read first, because Citus cannot update a row from a query on another row.
    const read = async (what: string, table: string) => {
      const sql = `SELECT ${what} AS what FROM ${table} WHERE ${of(first, 1)}`;
      const { rows } = await office.database.asOwner((client) => client.query<{ what: string }>(sql));
      return `'${rows[0]?.what}'`;
    };
    const xml = `decode(${await read("encode(xml, 'hex')", 'body')}, 'hex')`;
    expect(await change(`xml = ${xml}`, first, 2, 'body')).toEqual(['wrong-bytes First 2 digest']);
    expect(await change("xml = 'x'", second, 2, 'body')).toEqual(['wrong-bytes Second 2 packing']);
    const day = await allFindingsAfter((client) =>
      client.query(`UPDATE vat_day SET vat = vat + 1 WHERE device = ${first}`),
    );
    expect(day).toEqual(['day-sum First 0 vat_day 2026-11-20']);
    const gone = (table: string) =>
      findingsAfter((client) => client.query(`DELETE FROM ${table} WHERE ${of(second, 2)}`));
    expect(await gone('body')).toEqual(['no-bytes Second 2']);
    expect(await gone('document')).toEqual(['gap Second 3 1', 'no-document Second 2']);
    // There are as many rows of bytes as documents, but they do not match.
    const strayed = ['no-bytes Second 2', 'no-document Second 9'];
    expect(await change('icv = 9', second, 2, 'body')).toEqual(strayed);
    const doubled = await change(`uuid = ${await read('uuid', 'document')}`, second, 1);
    expect(doubled.map((text) => text.replace(/ [0-9a-f-]{36}$/, ''))).toEqual([
      'double Second 1',
      'wrong-bytes Second 1 uuid',
    ]);
  });

  it('finds months that are not the sums of their days, once they were added up', async () => {
    const device = await addSold('Past', 2, { now: Date.UTC(2025, 5, 20, 10) });
    await addUpMonths(office.database);
    expect((await checkOffice(office.database, 47)).findings).toEqual([]);
    for (const table of ['document', 'vat']) {
      const month = await allFindingsAfter((client) =>
        client.query(`UPDATE ${table}_past_month SET count = count + 1 WHERE device = ${device}`),
      );
      expect(month).toEqual([`month-sum Past 0 ${table}_month 2025-06`]);
    }
  });

  it('finds lines of the audit log that are missing or changed, and a chain without a till', async () => {
    const device = await addSold('Third', 1);
    const line = `device = ${device} AND id = 1`;
    const { rows } = await office.database.asOwner((client) =>
      client.query<{ id: number }>(`SELECT id::integer FROM audit_line WHERE device = ${device}`),
    );
    expect(rows.length).toBeGreaterThan(0);
    const changed = await findingsAfter((client) =>
      client.query(`UPDATE audit_line SET actor = 'x' WHERE ${line}`),
    );
    expect(changed).toHaveLength(1);
    expect(changed[0]).toMatch(/^audit-bytes Third 1/);
    const cut = await findingsAfter((client) => client.query(`DELETE FROM audit_line WHERE ${line}`));
    expect(cut).toEqual([rows.length > 1 ? 'audit-gap Third 2 0' : 'head Third 1 audit']);
    const alone = await findingsAfter((client) => client.query(`DELETE FROM chain WHERE device = ${device}`));
    expect(alone).toEqual(['no-chain Third 1']);
  });
});
