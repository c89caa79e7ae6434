import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import type { Beside } from '../../shared/beside.ts';
import {
  type ActivityLine,
  type activity,
  activityExported,
  activityShown,
} from '../../shared/contract/activity.ts';
import type { CommandOutput } from '../../shared/contract/index.ts';
import { fail } from '../../shared/failure.ts';
import { halalasToText } from '../../shared/money.ts';
import { describeAction } from '../../shared/words/activity.ts';
import type { Language } from '../../shared/words/language.ts';
import { screens } from '../../shared/words/screens.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { ActivityEntry, ActivityQuery } from '../ledger/activity.ts';
import type { AuditEntry } from '../ledger/audit-log.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../platform/clock.ts';
import type { Handlers } from '../platform/dispatch.ts';
import { riyadhDateTime } from '../platform/riyadh-time.ts';

/** Lines between two turns of others: sales go on during a check and an export. */
const atOnce = 200;

/** The commands about what was done at this terminal. */
export function activityCommands(
  { ledger }: Pick<OpenEnvironment, 'ledger'>,
  clock: Pick<Clock, 'now'>,
): Pick<Handlers, keyof typeof activity> {
  return {
    'activity.list': (query) => {
      const { lines, next } = ledger.activity.page({ ...query, limit: activityShown });
      return { lines: lines.map(toLine), ...(next !== undefined && { next }) };
    },
    'activity.people': () => ({ names: ledger.activity.names() }),
    'activity.export': async ({ language, ...query }, { name }) => {
      const lines = await collect(ledger, query);
      const detail = { report: 'activity', format: 'csv', ...query };
      ledger.audit.write({ at: clock.now(), actor: name, action: 'exported', detail });
      const title = screens[language]('activity.title', {});
      const days = [query.from, query.to].filter((day) => day !== undefined).join(' ');
      return {
        fileName: `${[title, days].filter(Boolean).join(' ')}.csv`,
        base64: Buffer.from(toCsv(lines, language)).toString('base64'),
      };
    },
    'activity.check': () => check(ledger),
  };
}

async function collect(ledger: Ledger, query: ActivityQuery): Promise<ActivityLine[]> {
  const lines: ActivityLine[] = [];
  for (let before: number | undefined; ; ) {
    const page = ledger.activity.page({ ...query, before, limit: atOnce });
    lines.push(...page.lines.map(toLine));
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

/** The facts of a line that a list shows; the names are those that the writers of the lines use. */
function toLine({ id, at, actor, action, detail, document }: ActivityEntry): ActivityLine {
  const facts = detail as Facts;
  const amount = document?.payable ?? number(facts.amount) ?? number(facts.float) ?? number(facts.total);
  const about = [
    facts.reason,
    facts.name,
    facts.number,
    facts.folder,
    facts.report,
    facts.nameAr,
    facts.nameEn,
  ].find((one) => typeof one === 'string' && one !== document?.number);
  const { approval, beside } = facts;
  const agreed = approval?.by;
  return {
    ...{ id, at: new Date(at).toISOString(), by: actor, action, detail: JSON.stringify(detail) },
    ...(document && { document: { uuid: document.uuid, number: document.number, kind: document.kind } }),
    ...(amount !== undefined && { amount }),
    ...(document && { currency: document.currency }),
    ...(typeof about === 'string' && { about }),
    ...(agreed !== undefined && { approvedBy: agreed }),
    ...(beside?.removed && { removed: beside.removed.total }),
    ...(beside?.overrides && { overrides: beside.overrides.difference }),
    ...(beside?.discount !== undefined && { discount: beside.discount }),
  };
}

const number = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? Number(value) : undefined;

/** The facts that several kinds of lines have, as this program wrote them. */
interface Facts extends Readonly<Record<string, unknown>> {
  readonly approval?: { readonly by: string };
  readonly beside?: Beside;
}

/** Checks the log from its first line to its last, in steps. */
async function check(ledger: Ledger): Promise<CommandOutput<'activity.check'>> {
  const facts = ledger.auditFacts();
  let [lines, documents] = [0, 0];
  let last: AuditEntry | undefined;
  for (;;) {
    const step = ledger.audit.verifyStep(last, atOnce);
    for (const line of step.lines) {
      facts.take(line);
      if (line.action === 'document-issued') documents += 1;
    }
    lines += step.lines.length;
    last = step.lines.at(-1) ?? last;
    if (step.broken !== undefined) return { lines, documents, broken: step.broken, faults: 0 };
    // The end follows in the same turn, so that no document comes in between.
    if (step.lines.length === 0) break;
    await nextTurn();
  }
  const findings = facts.end();
  const [first] = findings;
  return { lines, documents, faults: findings.length, ...(first && { first }) };
}
