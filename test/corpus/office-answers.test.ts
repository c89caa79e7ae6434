import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../main/gateway/outcome.ts';
import { saleExamples } from '../../main/integration/api/openapi/openapi-examples.ts';
import { archiveMonth } from '../../main/office/archive/archive-month.ts';
import { openFolderSink } from '../../main/office/archive/folder-sink.ts';
import { checkBytes } from '../../main/office/check/check-bytes.ts';
import { checkOffice } from '../../main/office/check/check-office.ts';
import { ingest } from '../../main/office/ingest/ingest.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';
import type { OfficeAnswer, OfficeInput, OfficeName, OfficeOutput } from '../../shared/office/contract.ts';
import { type SaleInput, saleSchema } from '../../shared/sale/sale.ts';
import { orderContext, time } from '../link/ordered-till.ts';
import { enrolledTill } from '../office/enrolled-till.ts';
import { hasServer, office, provideOffice } from '../office/office.ts';
import { officeApp, officeOwner, officeTime } from '../office/office-browser.ts';
import { newFolder } from '../support/khatm.ts';
import { cleared, rejected, reported, tooLarge } from '../support/run/outcomes.ts';
import { fixChance } from './chance.ts';
import { corpusOf } from './keep.ts';
import { asText } from './play.ts';

/* The story of a head office: what two tills send to it, and what it answers. */

const october = Date.UTC(2026, 9, 20, 10);
/** The key with which the office signs; a real one is made by chance. */
const orderKey = {
  ...{ kty: 'OKP', crv: 'Ed25519' },
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
};
/** The fields that depend on the clock of the database. */
const ofDatabase = ['receivedAt', 'unknown', 'lastContact', 'enrolledAt', 'completeThrough'];

type Till = Awaited<ReturnType<typeof enrolledTill>>;
type Owner = Awaited<ReturnType<typeof officeOwner>>;

let tills: { olaya: Till; malaz: Till };
let app: FastifyInstance;
let owner: Owner;
/** The office's answers to the batches of the tills. */
const taken: unknown[] = [];

async function newTill(tenant: number, branch: string, clock: { now: number }): Promise<Till> {
  const restore = fixChance(branch);
  try {
    return await enrolledTill({ tenant, branch, name: `Till ${branch}`, clock });
  } finally {
    restore();
  }
}

/** Sells, and gives each document its end, if it has one. */
function sell(
  { ledger, issue }: Till,
  clock: { now: number },
  seed: string,
  sales: [SaleInput, Outcome?][],
): void {
  const restore = fixChance(seed);
  for (const [sale, outcome] of sales) {
    clock.now += 60_000;
    const { uuid } = issue(saleSchema.parse(sale)).entry;
    const claimed = outcome && ledger.queue.claim(uuid, clock.now, 60_000);
    if (claimed === undefined || outcome === undefined) continue;
    if (outcome.kind !== 'accepted' && outcome.kind !== 'rejected' && outcome.kind !== 'request-refused')
      throw new Error(`no end: ${outcome.kind}`);
    const state = outcome.kind === 'request-refused' ? 'parked' : outcome.kind;
    ledger.queue.settle(claimed, outcome, { state }, clock.now);
  }
  restore();
}

async function call<N extends OfficeName>(name: N, input: OfficeInput<N>): Promise<OfficeOutput<N>> {
  const answer: OfficeAnswer<OfficeOutput<N>> = await owner.call(name, input);
  if (!answer.ok) throw new Error(`${name}: ${answer.failure.code}`);
  return answer.value;
}

describe.skipIf(!hasServer)('a head office', () => {
  const keep = corpusOf('office-answers');
  provideOffice();

  beforeAll(async () => {
    const tenant = await tenantNamed(office.database, 'Shops');
    const clock = { now: october };
    const olaya = await newTill(tenant, 'Olaya', clock);
    sell(olaya, clock, 'sales of Olaya', [
      [saleExamples.consumer.value, reported],
      [saleExamples.business.value, cleared],
      [saleExamples.split.value, rejected],
      [saleExamples.export.value, tooLarge],
      [saleExamples.advance.value],
      [{ ...saleExamples.otherSystem.value }, reported],
    ]);
    const malaz = await newTill(tenant, 'Malaz', clock);
    sell(malaz, clock, 'sales of Malaz', [
      [saleExamples.outOfScope.value, reported],
      [saleExamples.otherAdvance.value],
    ]);
    tills = { olaya, malaz };
    for (const each of [olaya, malaz, olaya]) taken.push(await each.feed());
    const foreign = { ...malaz.batch(), ledger: olaya.ledger.id };
    taken.push(await ingest(office.database, malaz.key, foreign));
    officeTime.now = october + 3600_000;
    app = officeApp();
    owner = await officeOwner(app, 'Shops', 'owner@shops.example');
  });
  afterAll(async () => {
    time.now = Date.UTC(2026, 10, 20, 10);
    await app?.close();
  });

  test('is sent the rows of a till, and refuses those of another', () => {
    keep('batch.json', asText(tills.olaya.batch()));
    keep('later-batch.json', asText(tills.olaya.batch({ icv: 2, event: 1, audit: 2 })));
    keep('answers-to-batches.json', asText(taken));
  });

  test('lists documents', async () => {
    const filters = [{}, { text: 'T1-000002' }, { state: 'rejected' }, { from: '2026-10-21' }] as const;
    const found = [];
    for (const filter of filters) found.push(await call('document.find', filter));
    found.push(await call('document.find', { device: tills.malaz.device }));
    keep('documents.json', asText(found, ...ofDatabase));
  });

  test('shows a document, with its bytes', async () => {
    const { device, ledger } = tills.olaya;
    for (const { icv } of ledger.documents.inOrder()) {
      const key = { device, generation: 1, icv };
      keep(`document-${icv}.json`, asText(await call('document.get', key), ...ofDatabase));
      const { fileName, xml } = await call('document.xml', { ...key, cleared: false });
      keep(`xml/${fileName}`, xml);
    }
    const copy = await call('document.xml', { device, generation: 1, icv: 2, cleared: true });
    keep(`xml/cleared-${copy.fileName}`, copy.xml);
  });

  test('adds up VAT', async () => {
    const days = { from: '2026-10-01', to: '2026-10-31' };
    const sums = await call('vat.sums', days);
    const { entity, branch } = tills.olaya.key;
    const split = [
      await call('vat.split', { ...days, entity }),
      await call('vat.split', { ...days, entity, branch }),
      await call('vat.split', { ...days, entity, branch, device: tills.olaya.device }),
    ];
    keep('vat.json', asText({ sums, split }, ...ofDatabase));
  });

  test('lists tills and places', async () => {
    const { tills: listed } = await call('till.list', {});
    keep('tills.json', asText(listed, ...ofDatabase));
    keep('places.json', asText(await call('place.list', {})));
  });

  test('is checked, row by row and byte by byte', async () => {
    const bytes: unknown[] = [];
    for await (const finding of checkBytes(office.database)) bytes.push(finding);
    keep('check.json', asText({ ...(await checkOffice(office.database, 47)), bytes }));
  });

  test('archives a month', async () => {
    writeFileSync(path.join(office.folder, 'order-key.json'), JSON.stringify(orderKey), { mode: 0o600 });
    const context = await orderContext();
    keep('months.json', asText(await call('archive.list', {}), ...ofDatabase));
    time.now = Date.UTC(2026, 11, 20);
    const folder = newFolder('corpus-archive');
    const { tenant } = tills.olaya.key;
    const { vatNumber } = tills.olaya.request;
    const given = { tenant, vatNumber, period: '2026-10', sink: openFolderSink(folder), by: 'Huda' };
    expect(await archiveMonth(context, given)).toMatchObject({ documents: 8, tills: 2 });
    const names = readdirSync(folder).toSorted();
    keep('archive/names.json', asText(names));
    const read = (end: string) =>
      readFileSync(path.join(folder, names.find((name) => name.endsWith(end)) ?? ''));
    keep('archive/documents.tar', zstdDecompressSync(read('.tar.zst')));
    const manifest: { object: object } = JSON.parse(read('.manifest.json').toString('utf8'));
    // The compression, and so the size of the object, is Node's.
    const { object, ...rest } = manifest;
    keep('archive/manifest.json', asText({ ...rest, object: Object.keys(object) }));
    keep('archived-months.json', asText(await call('archive.list', {}), ...ofDatabase, 'bytes', 'sha256'));
  });
});
