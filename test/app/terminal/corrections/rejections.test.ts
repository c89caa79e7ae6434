import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { riyadhDateTime } from '../../../../main/base/platform/riyadh-time.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { cashier, manager } from '../../../support/run/callers.ts';

const coffee: SaleInput = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };
const named = (name: string): SaleInput => ({ lines: [{ name, quantity: 1, unitPrice: '5.00' }] });

async function ask<N extends CommandName>(
  terminal: Terminal,
  name: N,
  input: CommandInput<N>,
  by = manager,
): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, by);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

const numbersOf = ({ groups }: CommandOutput<'invoice.rejections'>) =>
  groups.map(({ rows }) => rows.map(({ number }) => number));

describe('what the authority rejected and nobody has put right', () => {
  let folder: string;
  let terminal: Terminal;
  let sold: CommandOutput<'sale.issue'>;
  let returned: CommandOutput<'sale.issue'>;
  let marked: CommandOutput<'sale.issue'>;
  let tea: CommandOutput<'sale.issue'>;

  beforeAll(async () => {
    folder = await onboardedFolder('rejections');
    terminal = await openTerminal({ folder, version: '0' });
    await terminal.ready();
    marked = await ask(terminal, 'sale.issue', named('khatm-test: reject=BR-KSA-42'));
    tea = await ask(terminal, 'sale.issue', named('Tea'));
    await terminal.idle();
    await terminal.close();
    // For an authority whose clock is two days behind, the documents of this day have a future date.
    const faults = [{ kind: 'clock-skew', seconds: -172_800 }] as const;
    terminal = await openTerminal({ folder, version: '0', faults });
    await terminal.ready();
    sold = await ask(terminal, 'sale.issue', {
      ...coffee,
      payments: [{ means: 'cash', amount: '28.00', tendered: '50.00' }],
    });
    returned = await ask(terminal, 'sale.issue', {
      kind: 'creditNote',
      corrects: [{ number: sold.number }],
      reason: 'Cold',
      lines: [{ ...coffee.lines[0], quantity: 1, correctsLine: 1 }],
    } as SaleInput);
    await terminal.idle();
    await terminal.close();
    terminal = await openTerminal({ folder, version: '0' });
    await terminal.ready();
  });
  afterAll(() => terminal.close());

  test('is listed by its cause, with the reasons, and only the clock’s can be issued again as it is', async () => {
    const found = await ask(terminal, 'invoice.rejections', {});
    expect(numbersOf(found)).toEqual([[sold.number, returned.number], [marked.number]]);
    expect(found.groups.map(({ unchanged }) => unchanged)).toEqual([true, false]);
    expect(found.groups[0]?.reasons).toMatchObject([{ code: 'BR-KSA-04' }]);
    expect(found.groups[1]?.reasons).toMatchObject([{ code: 'BR-KSA-42' }]);
    expect((await ask(terminal, 'invoice.list', { uncorrected: true })).total).toBe(3);
    expect(numbersOf(await ask(terminal, 'invoice.rejections', { kinds: ['creditNote'] }))).toEqual([
      [returned.number],
    ]);
  });

  test('is issued again all together, the note after its invoice, and no money moves a second time', async () => {
    const before = await ask(terminal, 'takings.get', period());
    // A cashier may, as with one document; the unknown and the accepted one stop no other.
    const { results } = await ask(
      terminal,
      'sale.reissue',
      { rejected: [returned.uuid, '7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11', sold.uuid] },
      cashier,
    );
    expect(results).toMatchObject([
      { failure: { code: 'not-found' } },
      { rejected: sold.uuid, issued: { payable: sold.payable }, existed: false },
      { rejected: returned.uuid, issued: { payable: returned.payable }, existed: false },
    ]);
    await terminal.idle();
    const [, first, second] = results.map((result) => ('issued' in result ? result.issued : undefined));
    expect(await ask(terminal, 'invoice.get', { uuid: second?.uuid ?? '' })).toMatchObject({
      state: 'accepted',
      corrects: [{ number: first?.number }],
      replaces: { number: returned.number },
    });
    expect(await ask(terminal, 'takings.get', period())).toMatchObject({
      sales: before.sales,
      returns: before.returns,
      means: before.means,
    });
    expect(numbersOf(await ask(terminal, 'invoice.rejections', {}))).toEqual([[marked.number]]);
  });

  test('has one successor, however often it is asked for, also after a restart', async () => {
    await terminal.close();
    terminal = await openTerminal({ folder, version: '0' });
    await terminal.ready();
    const { issued } = await ask(terminal, 'terminal.status', {});
    const { results } = await ask(terminal, 'sale.reissue', { rejected: [sold.uuid, returned.uuid] });
    expect(results).toMatchObject([{ existed: true }, { existed: true }]);
    expect((await ask(terminal, 'terminal.status', {})).issued).toBe(issued);
  });

  test('is settled by an accepted sale that was rung again by hand, which a manager names', async () => {
    const input = { rejected: marked.uuid, accepted: tea.number };
    expect(await terminal.call('sale.standsFor', input, cashier)).toMatchObject({
      failure: { code: 'not-allowed' },
    });
    expect((await ask(terminal, 'terminal.status', {})).alarms).toContainEqual(
      expect.objectContaining({ kind: 'refused', count: 1 }),
    );
    const { sales } = await ask(terminal, 'takings.get', period());
    await ask(terminal, 'sale.standsFor', input);
    expect((await ask(terminal, 'takings.get', period())).sales).toEqual({
      count: sales.count - 1,
      total: sales.total - tea.payable,
    });
    expect(await ask(terminal, 'invoice.get', { uuid: marked.uuid })).toMatchObject({
      replacedBy: { number: tea.number },
    });
    expect((await ask(terminal, 'invoice.rejections', {})).groups).toEqual([]);
    expect(JSON.stringify((await ask(terminal, 'terminal.status', {})).alarms)).not.toContain('"refused"');
  });
});

function period() {
  const day = riyadhDateTime(Date.now()).date;
  return { from: day, to: day };
}
