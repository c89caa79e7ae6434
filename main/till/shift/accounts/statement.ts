import { type Statement, statementColumns } from '../../../../shared/contract/till/accounts.ts';
import { halalasToText, sumHalalas } from '../../../../shared/values/money.ts';
import { words } from '../../../../shared/words/index.ts';
import { meansName } from '../../../../shared/words/means-name.ts';
import { screens } from '../../../../shared/words/screens.ts';
import { riyadhDateTime, riyadhDayEnd, riyadhMidnight } from '../../../base/platform/riyadh-time.ts';
import type { AccountLine, Accounts } from '../../../books/ledger/accounts/accounts.ts';
import type { Period } from '../../../books/ledger/sums/takings.ts';
import type { TableFile } from '../../table-files/table-file.ts';

/** Makes the statement of an account: the debt at the beginning, the changes, and the debt at the end. */
export function statementOf(accounts: Pick<Accounts, 'lines'>, key: string, { from, to }: Period): Statement {
  const start = riyadhMidnight(from);
  const until = riyadhDayEnd(to);
  const opening = sumOf(accounts.lines(key, { from: Number.MIN_SAFE_INTEGER, until: start }));
  let balance = opening;
  const lines = accounts.lines(key, { from: start, until }).map(({ at, means, ...line }) => {
    balance += line.amount;
    return {
      ...line,
      at: new Date(at).toISOString(),
      ...(means !== undefined && { means }),
      balance,
    };
  });
  return {
    opening,
    lines,
    added: sumOf(lines.filter(({ amount }) => amount > 0)),
    takenOff: -sumOf(lines.filter(({ amount }) => amount < 0)),
    closing: balance,
  };
}

const sumOf = (lines: readonly Pick<AccountLine, 'amount'>[]) =>
  sumHalalas(lines.map(({ amount }) => amount));

interface StatementFile extends Period, Pick<TableFile, 'format' | 'language' | 'madeAt'> {
  readonly name: string;
  readonly statement: Statement;
}

/** Makes the table of a statement for a file, in which the first and last balance are rows. */
export function statementTable({
  name,
  statement,
  from,
  to,
  format,
  language,
  madeAt,
}: StatementFile): TableFile<(typeof statementColumns)[number]['name']> {
  const say = screens[language];
  const rows = statement.lines.map(({ at, what, number, means, amount, balance }) => {
    const { date, time } = riyadhDateTime(Date.parse(at));
    const paidBy = means === undefined ? '' : ` · ${meansName(means, words[language])}`;
    return {
      at: `${date} ${time}`,
      what: `${say(`accounts.lines.${what}`, {})}${paidBy}`,
      number,
      added: amount > 0 ? halalasToText(amount) : '',
      takenOff: amount < 0 ? halalasToText(-amount) : '',
      balance: halalasToText(balance),
    };
  });
  const end = (at: string, which: 'opening' | 'closing') => ({
    ...{ at, what: say(`accounts.${which}`, {}), number: '', added: '', takenOff: '' },
    balance: halalasToText(statement[which]),
  });
  return {
    title: `${say('accounts.statement', {})} · ${name}`,
    subtitle: from === to ? from : `${from} – ${to}`,
    columns: statementColumns.map(({ name, kind }) => ({
      name,
      heading: say(`accounts.columns.${name}`, {}),
      kind,
    })),
    rows: [end(from, 'opening'), ...rows, end(to, 'closing')],
    total: {
      ...{ at: say('reports.total', {}), what: '', number: '' },
      added: halalasToText(statement.added),
      takenOff: halalasToText(statement.takenOff),
      balance: halalasToText(statement.closing),
    },
    format,
    language,
    madeAt,
  };
}
