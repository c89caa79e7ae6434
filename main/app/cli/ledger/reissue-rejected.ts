import { setTimeout } from 'node:timers/promises';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import type { Language } from '../../../../shared/values/language.ts';
import { describeFailure, describeIssue } from '../../../../shared/words/index.ts';
import { screens } from '../../../../shared/words/screens.ts';
import { rejectedFor } from '../../../books/corrections/rejections.ts';
import type { OfLedger } from '../files.ts';
import { ask, onData } from '../on-terminal.ts';

type Result = CommandOutput<'sale.reissue'>['results'][number];

/** The number of documents of one call: so few that a till on the same folder hardly waits. */
const atOnce = 5;
/** The time in milliseconds in which the documents are sent; what is left is sent by the next program. */
const sendingMs = 10_000;

/**
 * `khatm ledger rejected --reissue`: issues all rejected documents of one cause again, and prints a line for each as
 * soon as it is issued. Repeating an interrupted call goes on with the rest.
 */
export async function reissueRejected(
  cause: string,
  { language, json = false, ...options }: OfLedger & { language: Language; json?: boolean },
): Promise<void> {
  await onData({ data: options.data, env: options.env, sends: 'due' }, async (terminal) => {
    await terminal.ready();
    const found = await ask(terminal, 'invoice.rejections', {});
    const causes = cause.split(',').map((code) => code.trim());
    const rows = rejectedFor(causes, found, 'reissue');
    const numbers = new Map(rows.map(({ uuid, number }) => [uuid, number]));
    let undone = 0;
    for (let at = 0; at < rows.length; at += atOnce) {
      const rejected = rows.slice(at, at + atOnce).map(({ uuid }) => uuid);
      const { results } = await ask(terminal, 'sale.reissue', { rejected });
      for (const result of results) {
        if ('failure' in result) undone += 1;
        print(result, { number: numbers.get(result.rejected) ?? '', language, json });
      }
      process.exitCode = 1;
    }
    const t = screens[language];
    if (!json) console.log(t('rejections.done', { count: rows.length - undone }));
    if (found.more) console.error(t('rejections.more'));
    await Promise.race([terminal.idle(), setTimeout(sendingMs, undefined, { ref: false })]);
    process.exitCode = undone > 0 ? 1 : 0;
  });
}

function print(
  result: Result,
  { number, language, json }: { number: string; language: Language; json: boolean },
): void {
  const rejected = { uuid: result.rejected, number };
  if (json) console.log(JSON.stringify({ ...result, rejected }));
  else if ('issued' in result) console.log(`${number} → ${result.issued.number}`);
  else {
    const { failure } = result;
    const issues = failure.issues?.map((issue) => describeIssue(issue, language)) ?? [];
    console.error(`khatm: ${number}: ${[describeFailure(failure, language), ...issues].join(' ')}`);
  }
}
