import * as z from 'zod';
import { failureSchema } from '../failure.ts';
import { type TerminalEvent, toldSchema } from './events.ts';
import {
  type Answer,
  type Call,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  contract,
} from './index.ts';

/**
 * What a door puts on `window.khatm`: plain JSON in, plain JSON out. Whoever stands behind it (Electron's preload,
 * the preview's page) is not trusted to have kept the contract; `createClient` checks.
 */
export interface Bridge {
  call(name: string, input: unknown): Promise<unknown>;
  /** Calls back on every event, with its revision, until the function it gives back is called. */
  on(listener: (told: unknown) => void): () => void;
}

/** The terminal as a screen sees it. */
export interface Client {
  readonly call: Call;
  on(listener: (event: TerminalEvent, revision: number) => void): () => void;
}

/**
 * The one place where the renderer parses what main says. An answer outside the contract, or a door that broke,
 * becomes the failure `internal`; an event outside the contract is dropped, as the next one brings the whole state.
 */
export function createClient(bridge: Bridge): Client {
  return {
    async call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Answer<CommandOutput<N>>> {
      try {
        const answer = await bridge.call(name, input);
        return readAnswer(name, answer);
      } catch {
        return { ok: false, failure: { code: 'internal' } };
      }
    },
    on(listener) {
      return bridge.on((told) => {
        const parsed = toldSchema.safeParse(told);
        if (parsed.success) listener(parsed.data.event, parsed.data.revision);
      });
    },
  };
}

const answerSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    value: z.unknown(),
    revision: z.int().nonnegative().exactOptional(),
  }),
  z.object({ ok: z.literal(false), failure: failureSchema }),
]);

/** @throws ZodError when the answer is not what the contract says */
function readAnswer<N extends CommandName>(name: N, answer: unknown): Answer<CommandOutput<N>> {
  const result = answerSchema.parse(answer);
  if (!result.ok) return result;
  return { ...result, value: contract[name].output.parse(result.value) as CommandOutput<N> };
}
