import { useRef, useState } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import type { InvoiceRow } from '../../../../shared/contract/till/invoices.ts';
import type { Failure } from '../../../../shared/failure.ts';
import { useTerminalSend } from '../../../ui/terminal/use-terminal-command.ts';

export type Result = CommandOutput<'sale.reissue'>['results'][number];

interface State {
  readonly state: 'asking' | 'running' | 'done';
  readonly results: readonly Result[];
  /** The reason why the rest was not issued again. */
  readonly failure?: Failure | undefined;
}

/** The number of documents of one call: so few that the progress moves, and that another till hardly waits. */
const atOnce = 5;

/** Issues documents again, some at a time; what is issued stays issued, however this ends. */
export function useReissue(documents: readonly InvoiceRow[]): State & { run(): Promise<void> } {
  const send = useTerminalSend('sale.reissue');
  const isBegun = useRef(false);
  const [state, setState] = useState<State>({ state: 'asking', results: [] });

  async function run(): Promise<void> {
    if (isBegun.current) return;
    isBegun.current = true;
    const results: Result[] = [];
    setState({ state: 'running', results });
    for (let at = 0; at < documents.length; at += atOnce) {
      const rejected = documents.slice(at, at + atOnce).map(({ uuid }) => uuid);
      const answer = await send({ rejected });
      if (!answer.ok) return setState({ state: 'done', results: [...results], failure: answer.failure });
      results.push(...answer.value.results);
      setState({ state: 'running', results: [...results] });
    }
    setState({ state: 'done', results: [...results] });
  }

  return { ...state, run };
}
