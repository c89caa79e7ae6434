import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { cardTerminals, SimulatedOutcome } from '../../../../shared/contract/till/card.ts';
import { fail } from '../../../../shared/failure.ts';
import type { Environment } from '../../../../shared/status.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { CardTerminal } from './card-terminal.ts';
import { type CardSimulator, startCardSimulator } from './simulator.ts';
import { createSimulatorClient } from './simulator-client.ts';

export type CardTerminalKind = (typeof cardTerminals)[number];

/** The card terminal of this till in one environment, as the settings say. */
export function createTillCardTerminal(options: {
  readonly environment: Environment;
  readonly folder: string;
  readonly setting: () => CardTerminalKind;
  readonly clock: Clock;
}) {
  const { environment, folder, setting, clock } = options;
  let simulator: Promise<CardSimulator> | undefined;
  let chosen: SimulatedOutcome = 'approve';

  const kind = () => (environment === 'production' ? 'none' : setting());
  /** Starts the simulator when it is first needed. A failure is not stored, so the next call tries again. */
  function started(): Promise<CardSimulator> {
    simulator ??= startCardSimulator({ file: path.join(folder, 'card-simulator.jsonl'), clock })
      .then((made) => {
        made.setOutcome(chosen);
        return made;
      })
      .catch((error: unknown) => {
        simulator = undefined;
        throw error;
      });
    return simulator;
  }
  const client = createSimulatorClient(async () => (await started()).port, clock);

  return {
    /**
     * Returns the kind of card terminal; in production `none` instead of the simulator, whose approvals bring no money.
     */
    kind,
    current: (): CardTerminal | undefined => (kind() === 'simulator' ? client : undefined),
    /** Returns the outcome that the simulator gives next; undefined without a simulator. */
    outcome: (): SimulatedOutcome | undefined => (kind() === 'simulator' ? chosen : undefined),
    /**
     * Sets the outcome that the simulator gives from now on. @throws FailureError `no-card-terminal` without a simulator
     */
    async setOutcome(outcome: SimulatedOutcome) {
      if (kind() !== 'simulator') fail('no-card-terminal');
      chosen = outcome;
      (await started()).setOutcome(outcome);
    },
    /** Asks a card terminal of this kind a question that charges nobody. @throws FailureError `no-card-terminal` */
    async probe(kind: CardTerminalKind) {
      if (kind === 'none' || environment === 'production') fail('no-card-terminal');
      await client.status(randomUUID()).catch((cause: unknown) => fail('no-card-terminal', {}, cause));
    },
    stop: async () => (await simulator?.catch(() => undefined))?.stop(),
  };
}
