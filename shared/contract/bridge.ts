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
 * The bridge on `window.khatm`: plain JSON in, plain JSON out. Its implementation (Electron's preload or the preview's
 * page) is not trusted to keep the contract; `createClient` checks.
 */
export interface Bridge {
  call(name: string, input: unknown): Promise<unknown>;
  /** Calls the listener with every event and its revision, until the returned function is called. */
  on(listener: (told: unknown) => void): () => void;
  /**
   * Calls the listener when the terminal's process stops or begins again to answer, until the returned function is
   * called. Omitted if page and process end together.
   */
  onReach?(listener: (isReached: boolean) => void): () => void;
}

/** The terminal, as a screen uses it. */
export interface Client {
  readonly call: Call;
  on(listener: (event: TerminalEvent, revision: number) => void): () => void;
  /** Calls the listener when the terminal's process stops or begins again to answer. */
  onReach(listener: (isReached: boolean) => void): () => void;
}

/**
 * The only place where the renderer parses main's messages. An invalid answer or a broken bridge becomes the failure
 * `internal`; an invalid event is dropped, since the next one carries the whole state.
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
    onReach: (listener) => bridge.onReach?.(listener) ?? (() => {}),
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

/** Reads an answer. @throws ZodError when the answer breaks the contract */
function readAnswer<N extends CommandName>(name: N, answer: unknown): Answer<CommandOutput<N>> {
  const result = answerSchema.parse(answer);
  if (!result.ok) return result;
  return { ...result, value: contract[name].output.parse(result.value) as CommandOutput<N> };
}
