import path from 'node:path';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import { halalasToText } from '../../../../shared/values/money.ts';
import { newScratch } from '../../../base/platform/files/own-files.ts';
import { ask, onTerminal } from '../on-terminal.ts';
import { sampleDay } from './sample-day.ts';

type Issued = CommandOutput<'sale.issue'>;

/** `khatm demo`: issues sample sales in the sandbox; the exit code is 0 only if every document was accepted. */
export async function demo(options: { json?: boolean; data?: string }): Promise<void> {
  const data = path.resolve(options.data ?? newScratch('khatm-demo-'));
  await onTerminal({ folder: data }, async (terminal) => {
    await terminal.ready();
    const titles: string[] = [];
    const issued: Issued[] = [];
    const sell = async ({ title, ...sale }: (typeof sampleDay)[number]) => {
      const answer = await ask(terminal, 'sale.issue', sale);
      titles.push(title);
      issued.push(answer);
      return answer;
    };
    for (const sale of sampleDay) await sell(sale);

    // A customer brings the first purchase back.
    const [first] = issued;
    const [bought] = sampleDay;
    if (first && bought)
      await sell({
        ...bought,
        title: 'the first sale comes back',
        kind: 'creditNote',
        corrects: [{ number: first.number, uuid: first.uuid }],
        reason: 'إرجاع البضاعة | Goods returned',
      });

    await terminal.idle();
    const documents = [];
    for (const [index, { uuid }] of issued.entries()) {
      const { number, icv, hash, mode, payable, state, warnings } = await ask(terminal, 'invoice.get', {
        uuid,
      });
      documents.push({
        title: titles[index] ?? '',
        number,
        icv,
        uuid,
        hash,
        mode,
        payable,
        status: state,
        warnings,
      });
    }
    const accepted = documents.every(({ status }) => status === 'accepted');
    if (!accepted) process.exitCode = 1;
    if (options.json) console.log(JSON.stringify({ data, accepted, documents }));
    else {
      console.table(
        documents.map(({ number, title, mode, payable, status, warnings }) => ({
          number,
          title,
          mode,
          payable: halalasToText(payable),
          status,
          warnings,
        })),
      );
      console.log(
        `${accepted ? 'all accepted' : 'NOT all accepted'} by the sandbox, which is not the tax authority`,
      );
      console.log(`data: ${data}`);
    }
  });
}
