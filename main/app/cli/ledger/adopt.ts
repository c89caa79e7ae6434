import { FailureError } from '../../../../shared/failure.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import type { OfLedger } from '../files.ts';
import { ask, onData, whyUnready } from '../on-terminal.ts';
import { askLastNumber } from './ask-last-number.ts';

type AdoptOptions = OfLedger & { last?: string };

/**
 * `khatm ledger adopt`: confirms that the records may go on in this folder and on this machine, to which they were moved
 * or copied. The exit code is 1 if something else keeps the terminal from issuing.
 */
export async function adoptLedger({ data, env, last }: AdoptOptions): Promise<void> {
  await onData({ data, env }, async (terminal) => {
    await terminal.ready().catch((error: unknown) => {
      if (!(error instanceof FailureError) || error.failure.code !== 'ledger-copied') throw error;
    });
    const { unready } = await ask(terminal, 'terminal.status', {});
    if (unready?.code === 'ledger-copied') {
      const [newest] = (await ask(terminal, 'invoice.list', { limit: 1 })).rows;
      const head = newest && { number: newest.number, issuedAt: Date.parse(newest.issuedAt) };
      const stated = last?.trim() || (await askLastNumber(head, 'these records'));
      await ask(terminal, 'maintenance.adoptPlace', { confirm: 'the only copy', last: stated }).catch(
        (error: unknown) => {
          // The place is adopted, and what else is in the way is said below.
          if (!(error instanceof FailureError) || !isLater(error.failure.code)) throw error;
        },
      );
      console.log('these records go on here');
    } else console.log(unready ? describeFailure(unready, 'en') : 'these records are at home here');
    const why = await whyUnready(terminal);
    if (why === undefined) return;
    console.error(`khatm: nothing can be issued yet. ${why}`);
    process.exitCode = 1;
  });
}

/** Returns true for a failure that is found only after the place was adopted. */
const isLater = (code: string): boolean => code === 'vault-unavailable' || code === 'seller-differs';
