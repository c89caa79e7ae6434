import * as z from 'zod';
import { failureSchema, type Result } from '../failure.ts';
import { eventSchema, type TerminalEvent } from './events.ts';
import { type Call, type CommandInput, type CommandName, type CommandOutput, contract } from './index.ts';

/**
 * What a door puts on `window.khatm`: plain JSON in, plain JSON out. Whoever stands behind it (Electron's preload,
 * the preview's page) is not trusted to have kept the contract; `createClient` checks.
 */
export interface Bridge {
  call(name: string, input: unknown): Promise<unknown>;
  /** Calls back on every event until the function it gives back is called. */
  on(listener: (event: unknown) => void): () => void;
}

/** The terminal as a screen sees it. */
export interface Client {
  readonly call: Call;
  on(listener: (event: TerminalEvent) => void): () => void;
}

/**
 * The one place where the renderer parses what main says. An answer outside the contract, or a door that broke,
 * becomes the failure `internal`; an event outside the contract is dropped, as the next one brings the whole state.
 */
export function createClient(bridge: Bridge): Client {
  return {
    async call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandOutput<N>>> {
      try {
        const answer = await bridge.call(name, input);
        return readAnswer(name, answer);
      } catch {
        return { ok: false, failure: { code: 'internal' } };
      }
    },
    on(listener) {
      return bridge.on((event) => {
        const parsed = eventSchema.safeParse(event);
        if (parsed.success) listener(parsed.data);
      });
    },
  };
}

const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), failure: failureSchema }),
]);

/** @throws ZodError when the answer is not what the contract says */
function readAnswer<N extends CommandName>(name: N, answer: unknown): Result<CommandOutput<N>> {
  const result = answerSchema.parse(answer);
  if (!result.ok) return result;
  return { ok: true, value: contract[name].output.parse(result.value) as CommandOutput<N> };
}
