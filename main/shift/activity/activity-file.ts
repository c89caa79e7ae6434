import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { type ActivityLine, activityExported } from '../../../shared/contract/activity.ts';
import { fail } from '../../../shared/failure.ts';
import { halalasToText } from '../../../shared/money.ts';
import { describeAction } from '../../../shared/words/activity.ts';
import type { Language } from '../../../shared/words/language.ts';
import { screens } from '../../../shared/words/screens.ts';
import type { ActivityQuery } from '../../ledger/activity.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { riyadhDateTime } from '../../platform/riyadh-time.ts';
import { toActivityLine } from './activity-line.ts';

/** Lines between two turns of others: sales go on during an export. */
const atOnce = 200;

/**
 * Makes the file of the lines that meet a query.
 * @throws FailureError `bad-input` where there are too many for one file
 */
export async function activityFile(
  ledger: Pick<Ledger, 'activity'>,
  query: ActivityQuery,
  language: Language,
): Promise<{ fileName: string; base64: string }> {
  const lines = await collect(ledger, query);
  const title = screens[language]('activity.title', {});
  const days = [query.from, query.to].filter((day) => day !== undefined).join(' ');
  return {
    fileName: `${[title, days].filter(Boolean).join(' ')}.csv`,
    base64: Buffer.from(toCsv(lines, language)).toString('base64'),
  };
}

async function collect(ledger: Pick<Ledger, 'activity'>, query: ActivityQuery): Promise<ActivityLine[]> {
  const lines: ActivityLine[] = [];
  for (let before: number | undefined; ; ) {
    const page = ledger.activity.page({ ...query, before, limit: atOnce });
    lines.push(...page.lines.map(toActivityLine));
    if (lines.length > activityExported)
      fail('bad-input', {
        issues: [
          {
            path: ['to'],
            code: 'too-many-rows',
            message: `must have at most ${activityExported} lines`,
            params: { limit: activityExported },
          },
        ],
      });
    if (page.next === undefined) return lines;
    before = page.next;
    await nextTurn();
  }
}

function toCsv(lines: readonly ActivityLine[], language: Language): string {
  const say = screens[language];
  const columns = [
    'line',
    'at',
    'by',
    'action',
    'document',
    'amount',
    'currency',
    'about',
    'approvedBy',
    'detail',
  ] as const;
  const rows = lines.map(({ id, at, by, action, document, amount, currency, about, approvedBy, detail }) => {
    const { date, time } = riyadhDateTime(Date.parse(at));
    const texts = [
      ...[by === 'screen' ? say('app.nobody', {}) : by, describeAction(action, language), document?.number],
    ].map(escaped);
    const money = amount === undefined ? '' : halalasToText(amount);
    const rest = [currency, about, approvedBy, detail].map(escaped);
    return [String(id), `${date} ${time}`, ...texts, money, ...rest];
  });
  const head = columns.map((name) => say(`activity.columns.${name}`, {}));
  return stringify([head, ...rows], { bom: true, record_delimiter: 'windows' });
}

/** A cell that begins as a formula does gets a mark; spreadsheets run it otherwise. */
const escaped = (text = '') => (/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text);
