import { describe, expect, test } from 'vitest';
import { readInvoiceOf } from '../../../main/document/invoice/reading/read-invoice.ts';
import { readDocument } from '../../../main/document/stamp/read-document.ts';
import { canonicalWithoutBlocks } from '../../../main/document/stamp/verify/canonical.ts';
import { checkNames, verifyDocument } from '../../../main/document/stamp/verify/verify.ts';
import { readCanonicalTree } from '../../../main/document/xml/canonical-tree.ts';
import { hasStrangeMark, withInvoice } from '../../../main/document/xml/parse.ts';
import { readInvoiceTree, type XmlTree } from '../../../main/document/xml/tree.ts';
import { FailureError } from '../../../shared/failure.ts';
import { createRandom } from '../../crash/random.ts';
import { newSeed } from '../../support/run/chance.ts';
import { isLong, rounds } from '../../support/run/effort.ts';
import { mutate } from './mutations.ts';
import { normalForm } from './normal-form.ts';
import { declared, isPlain } from './plain.ts';
import { readInvoice, sampleInvoices } from './samples.ts';
import { document, examined, makeTraining, noon } from './support.ts';

/*
 * Tests stamped documents that are changed at random, without a key. `KHATM_SEED` repeats a run. A reader that shares no
 * code with the verifier checks each acceptance.
 */

const count = isLong ? rounds(10_000, 3_000) : 300;
const seed = newSeed();

const { stamper } = makeTraining();
const bases = [
  stamper.stamp(document(), noon).xml,
  stamper.stamp(document({ simplified: false, seller: 'Tom & "Sons" <LTD>' }), noon).xml,
  stamper.stamp(document({ line: '\ufeffقلم &lt;أزرق&gt; 🖊' }), noon).xml,
  ...sampleInvoices.map(readInvoice),
].map((xml) => ({ xml: Buffer.from(xml), form: normalForm(xml) }));
const others = bases.map(({ xml }) => xml);

console.info(`${count} changes of issued documents, KHATM_SEED=${seed}`);

describe('issued documents that were changed', () => {
  test('keep every reader alive, and none passes for what was issued', { timeout: 3_600_000 }, () => {
    let [passed, kinds] = [0, new Set<string>()];
    for (let index = 0; index < count; index += 1) {
      const random = createRandom(`${seed} ${index}`);
      const base = random.pick(bases);
      const mutation = mutate(base.xml, random, others);
      const where = `${index}: ${mutation.kinds.join(', ')}`;
      kinds = new Set([...kinds, ...mutation.kinds]);

      const checks = verifyDocument(mutation.xml);
      expect(
        checks.map(({ name }) => name),
        where,
      ).toEqual(checkNames);
      expect(JSON.stringify(checks), where).not.toContain('broke down');
      if (isPlain(mutation.xml))
        expect(examined(declared(mutation.xml)), where).toEqual(examined(mutation.xml));
      for (const read of [readDocument, readInvoiceTree])
        expect(outcomeOf(read, mutation.xml), where).toBe('fine');
      const hashed = hashedText(mutation.xml);
      if (hashed !== undefined)
        expect(
          amountsOf(() => readCanonicalTree(hashed)),
          where,
        ).toEqual(amountsOf(() => readInvoiceTree(mutation.xml)));
      if (!checks.every(({ ok }) => ok)) continue;
      passed += 1;
      expect(formOf(mutation.xml), where).toBe(base.form);
    }
    // Some changes must be harmless, or the verifier was not really tested.
    expect(passed).toBeGreaterThan(0);
    expect(kinds.size).toBeGreaterThan(30);
  });
});

/** Reads the amounts of any document, even if it is not stamped. */
function amountsOf(readTree: () => XmlTree): unknown {
  try {
    const { vatBreakdown, prepayments, totals, lines } = readInvoiceOf(readTree());
    return { vatBreakdown, prepayments, totals, nets: lines.map(({ net }) => net) };
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return error.failure;
  }
}

/**
 * Returns the text that is hashed, or undefined for a document that cannot be hashed. Every check refuses a document
 * with a byte order mark in a name, so the result for that is undefined too.
 */
function hashedText(xml: Uint8Array): string | undefined {
  try {
    return withInvoice(xml, (document) =>
      hasStrangeMark(document) ? undefined : canonicalWithoutBlocks(document).toString('utf8'),
    );
  } catch {
    return undefined;
  }
}

function outcomeOf(read: (xml: Uint8Array) => unknown, xml: Uint8Array): string {
  try {
    read(xml);
  } catch (error) {
    if (!(error instanceof FailureError)) return String(error);
  }
  return 'fine';
}

function formOf(xml: Uint8Array): string {
  try {
    return normalForm(xml);
  } catch (error) {
    return `no document: ${error}`;
  }
}
