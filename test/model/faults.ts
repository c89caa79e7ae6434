import type { LedgerEntry } from '../../main/books/ledger/documents/entry.ts';
import type { Ledger } from '../../main/books/ledger/ledger.ts';
import { halalasToText } from '../../shared/values/money.ts';
import type { Fault } from './find-difference.ts';

/* Faults of a line or two, which the stories must find: the ledger forgets or says something else, or the terminal does. */

type Documents = Ledger['documents'];

const lying = (name: string, lie: (documents: Documents) => Partial<Documents>): Fault => ({
  name,
  ledger: (ledger) => ({ ...ledger, documents: { ...ledger.documents, ...lie(ledger.documents) } }),
});
const notes = (name: string, lie: (found: LedgerEntry[]) => LedgerEntry[]): Fault =>
  lying(name, ({ correctionsOf }) => ({ correctionsOf: (number) => lie([...correctionsOf(number)]) }));
const eachNote = (name: string, lie: (note: LedgerEntry) => LedgerEntry): Fault =>
  notes(name, (found) => found.map(lie));

const stateOf = ({ submission }: LedgerEntry) => submission.state;
const accepted = (entry: LedgerEntry): LedgerEntry => ({
  ...entry,
  submission: { ...entry.submission, state: 'accepted' },
});
const isDebit = ({ kind }: LedgerEntry) => kind === 'debitNote';

export const faults: readonly Fault[] = [
  notes('no note counts', () => []),
  notes('the newest note does not count', (found) => found.slice(0, -1)),
  notes('a rejected note does not count', (found) => found.filter((one) => stateOf(one) !== 'rejected')),
  notes('a note on several invoices does not count', (found) =>
    found.filter(({ sale }) => sale.corrects?.length === 1),
  ),
  notes('a debit note never counts', (found) => found.filter((one) => !isDebit(one))),
  eachNote('a note took no VAT', (note) => ({
    ...note,
    breakdown: note.breakdown.map((row) => ({ ...row, vat: 0 })),
  })),
  notes('a debit note counts before it is accepted', (found) =>
    found.map((one) => (isDebit(one) && stateOf(one) === 'waiting' ? accepted(one) : one)),
  ),
  notes('a rejected debit note counts', (found) =>
    found.map((one) => (isDebit(one) && stateOf(one) === 'rejected' ? accepted(one) : one)),
  ),
  eachNote('a note took no money without VAT', (note) => ({
    ...note,
    breakdown: note.breakdown.map((row) => ({ ...row, taxable: 0 })),
  })),
  eachNote('goods come back to the next line', (note) => ({
    ...note,
    sale: {
      ...note.sale,
      lines: note.sale.lines.map((line) => ({
        ...line,
        ...(line.correctsLine !== undefined && { correctsLine: line.correctsLine + 1 }),
      })),
    },
  })),
  eachNote('the rounding of a note does not count', (note) => ({ ...note, rounding: 0 })),
  eachNote('VAT in riyals is that of the currency', (note) => ({ ...note, vatInSar: note.vat })),
  eachNote('no note says that goods came back', (note) => ({
    ...note,
    sale: { ...note.sale, lines: note.sale.lines.map((line) => ({ ...line, goodsBack: false })) },
  })),
  lying('no deduction counts', () => ({ deductionsOf: () => [] })),
  lying('a rejected document is corrected', ({ getByNumber }) => ({
    getByNumber: (number) => {
      const found = getByNumber(number);
      return found && accepted(found);
    },
  })),
  {
    name: 'a line has a piece more',
    terminal: (terminal) => ({
      ...terminal,
      look(uuid) {
        const found = terminal.look(uuid);
        return {
          ...found,
          lines: found.lines.map((line) => ({ ...line, left: String(Number(line.left) + 1) })),
        };
      },
    }),
  },
  {
    name: 'a return gives a halala less',
    terminal: (terminal) => ({
      ...terminal,
      noteFor(...of) {
        const note = terminal.noteFor(...of);
        const rounding = Math.round(Number(note.payableRounding ?? 0) * 100) - 1;
        return { ...note, payableRounding: halalasToText(rounding) };
      },
    }),
  },
  {
    name: 'the authority’s refusal is forgotten',
    terminal: (terminal) => ({ ...terminal, reject: terminal.accept }),
  },
  {
    name: 'pricing forgets what is replaced',
    terminal: (terminal) => ({
      ...terminal,
      issue: (sale, _, entryPoint) => terminal.issue(sale, undefined, entryPoint),
    }),
  },
  lying('notes on other systems’ documents are forgotten', () => ({ correctedLike: () => [] })),
  lying('the file for the accountant counts what is replaced', () => ({ replaces: () => undefined })),
  {
    name: 'no sale stands for another',
    terminal: (terminal) => ({ ...terminal, standsFor: () => undefined }),
  },
  {
    name: 'Today forgets who sold',
    ledger: (ledger) => ({
      ...ledger,
      takings: {
        ...ledger.takings,
        read: (dimension, period) => (dimension === 'person' ? [] : ledger.takings.read(dimension, period)),
      },
    }),
  },
  {
    name: 'the VAT return has no notes',
    ledger: (ledger) => ({
      ...ledger,
      takings: {
        ...ledger.takings,
        read: (dimension, period) => (dimension === 'vatNote' ? [] : ledger.takings.read(dimension, period)),
      },
    }),
  },
];
