import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { createPdfMaker, type PdfMaker } from '../../../main/document/paper/pdf-maker.ts';
import { readPdf } from './read-pdf.ts';
import { openShop } from './shop.ts';

/* Tests that PDFs are made in parallel with the till's work. */

const coffee = { name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' };
let shop: ReturnType<typeof openShop>;
afterEach(() => shop.close());

/** Creates a PDF maker whose thread waits until `open` is called. */
function heldMaker(): { pdfs: PdfMaker; open(): void } {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const program = new URL('./held-pdf-worker.ts', import.meta.url);
  return {
    pdfs: createPdfMaker(() => new Worker(program, { workerData: gate.buffer })),
    open() {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
    },
  };
}

test('the till sells and prints receipts while a long invoice is made into a PDF', async () => {
  const { pdfs, open } = heldMaker();
  shop = openShop(pdfs);
  const long = shop.sell({ lines: Array.from({ length: 1000 }, () => coffee) });
  const order: string[] = [];
  const made = shop.pdfOf(long.uuid).then(({ bytes }) => {
    order.push('PDF');
    return bytes;
  });
  for (let sale = 0; sale < 3; sale += 1) {
    const { uuid } = shop.sell({ lines: [coffee] });
    expect(shop.receipts.html(uuid, 'roll80')).toContain('<svg');
    order.push('sale');
    await setImmediate();
  }
  open();
  expect((await readPdf(await made)).pages).toBeGreaterThan(20);
  expect(order).toEqual(['sale', 'sale', 'sale', 'PDF']);
});

test('what is asked for at once is each answered with its own', async () => {
  shop = openShop();
  const sold = Array.from({ length: 5 }, () => shop.sell({ lines: [coffee] }));
  const made = await Promise.all(sold.map(({ uuid }) => shop.pdfOf(uuid)));
  for (const [index, { bytes }] of made.entries())
    expect(bytes.toString('latin1')).toContain(`Simplified tax invoice ${sold[index]?.number}`);
});

test('XML that is no invoice is refused by name, and the next PDF is made', async () => {
  const pdfs = createPdfMaker();
  shop = openShop(pdfs);
  const refused = pdfs.make({ xml: Buffer.from('<a/>'), fileName: 'a.xml' });
  await expect(refused).rejects.toMatchObject({ failure: { code: 'bad-input' } });
  expect((await shop.pdfOf(shop.sell({ lines: [coffee] }).uuid)).bytes.length).toBeGreaterThan(0);
});

test('a thread that breaks says so to whoever waits, and the next PDF has a new one', async () => {
  const threads: Worker[] = [];
  const program = new URL('./held-pdf-worker.ts', import.meta.url);
  const gates = [0, 1].map((state) => {
    const gate = new Int32Array(new SharedArrayBuffer(4));
    gate[0] = state;
    return gate.buffer;
  });
  const pdfs = createPdfMaker(() => {
    const thread = new Worker(program, { workerData: gates[threads.length] });
    threads.push(thread);
    return thread;
  });
  shop = openShop(pdfs);
  const { uuid } = shop.sell({ lines: [coffee] });
  const lost = expect(shop.pdfOf(uuid)).rejects.toThrow('the thread that makes PDFs ended');
  await threads[0]?.terminate();
  await lost;
  expect((await shop.pdfOf(uuid)).bytes.length).toBeGreaterThan(0);
  expect(threads).toHaveLength(2);
});

test('closing ends what is under way', async () => {
  const { pdfs } = heldMaker();
  shop = openShop(pdfs);
  const lost = expect(shop.pdfOf(shop.sell({ lines: [coffee] }).uuid)).rejects.toThrow('ended');
  await pdfs.close();
  await lost;
});
