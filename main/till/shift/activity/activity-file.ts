import { setImmediate as nextTick } from 'node:timers/promises';
import { type ActivityLine, activityExported } from '../../../../shared/contract/people/activity.ts';
import { refuseInput } from '../../../../shared/failure.ts';
import type { Language } from '../../../../shared/values/language.ts';
import { halalasToText } from '../../../../shared/values/money.ts';
import { describeAction } from '../../../../shared/words/activity.ts';
import { actorText } from '../../../../shared/words/actor-text.ts';
import { screens } from '../../../../shared/words/screens.ts';
import type { NamedFile } from '../../../base/platform/files/named-file.ts';
import { riyadhDateTime } from '../../../base/platform/riyadh-time.ts';
import type { ActivityQuery } from '../../../books/ledger/audit/activity.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import type { ReportFiles } from '../../table-files/report-files.ts';
import type { TableFile, TableRow } from '../../table-files/table-file.ts';
import { toActivityLine } from './activity-line.ts';

/** The number of lines between two pauses, so that sales continue during an export. */
const atOnce = 200;

type About = Pick<TableFile, 'format' | 'language' | 'madeAt'>;

/** Writes the lines that meet a query as a file. @throws FailureError `bad-input` if there are too many for one file */
export async function activityFile(
  ledger: Pick<Ledger, 'activity'>,
  query: ActivityQuery,
  { reportFiles, ...about }: About & { readonly reportFiles: Pick<ReportFiles, 'make'> },
): Promise<NamedFile> {
  const table = await activityTable(ledger, query, about);
  const { title, subtitle, format } = table;
  const name = [title, subtitle].filter(Boolean).join(' ');
  return { fileName: `${name}.${format}`, bytes: await reportFiles.make(table) };
}

async function activityTable(
  ledger: Pick<Ledger, 'activity'>,
  query: ActivityQuery,
  about: About,
): Promise<TableFile<(typeof columns)[number]>> {
  const say = screens[about.language];
  const days = [query.from, query.to].filter((day) => day !== undefined).join(' ');
  return {
    title: say('activity.title', {}),
    subtitle: days,
    columns: columns.map((name) => ({
      name,
      heading: say(`activity.columns.${name}`, {}),
      kind: name === 'amount' ? 'money' : name === 'line' ? 'figure' : 'text',
    })),
    rows: (await collect(ledger, query)).map((line) => rowOf(line, about.language)),
    ...about,
  };
}

async function collect(ledger: Pick<Ledger, 'activity'>, query: ActivityQuery): Promise<ActivityLine[]> {
  const lines: ActivityLine[] = [];
  for (let before: number | undefined; ; ) {
    const page = ledger.activity.page({ ...query, before, limit: atOnce });
    lines.push(...page.lines.map(toActivityLine));
    if (lines.length > activityExported)
      refuseInput(['to'], 'too-many-rows', `must have at most ${activityExported} lines`, {
        limit: activityExported,
      });
    if (page.next === undefined) return lines;
    before = page.next;
    await nextTick();
  }
}

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

function rowOf(line: ActivityLine, language: Language): TableRow<(typeof columns)[number]> {
  const { id, at, by, action, document, amount, currency, about, approvedBy, detail } = line;
  const { date, time } = riyadhDateTime(Date.parse(at));
  return {
    line: String(id),
    at: `${date} ${time}`,
    by: actorText(by, language),
    action: describeAction(action, language),
    document: document?.number ?? '',
    amount: amount === undefined ? '' : halalasToText(amount),
    currency: currency ?? '',
    about: about ?? '',
    approvedBy: approvedBy ?? '',
    detail,
  };
}
