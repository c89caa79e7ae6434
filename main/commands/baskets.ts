import type { OpenEnvironment } from '../environment/environment.ts';
import type { Clock } from '../platform/clock.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

/** The commands about baskets that are not sold yet. */
export function basketCommands(
  { ledger: { baskets } }: Pick<OpenEnvironment, 'ledger'>,
  clock: Pick<Clock, 'now'>,
): HandlersOf<'basket.'> {
  return {
    'basket.current': (_, { name }) => {
      const { id, draft } = baskets.current(name) ?? {};
      return id === undefined || draft === undefined ? {} : { basket: { id, draft } };
    },
    'basket.keep': (basket, { name }) => ({
      kept: baskets.keep({ ...basket, owner: name, at: clock.now() }),
    }),
    'basket.hold': ({ id, note }, { name }) => {
      baskets.hold({ id, owner: name, at: clock.now(), note });
      return {};
    },
    'basket.list': (_, { name }) => ({
      baskets: baskets.held(name).map(({ id, owner, lines, total, note, changedAt }) => ({
        id,
        owner,
        lines,
        ...(total !== undefined && { total }),
        ...(note !== undefined && { note }),
        changedAt: new Date(changedAt).toISOString(),
      })),
    }),
    'basket.recall': ({ id }, { name }) => {
      const { draft } = baskets.recall({ id, owner: name, at: clock.now() });
      return { id, draft };
    },
    'basket.discard': ({ id }, { name }) => {
      baskets.discard({ id, owner: name, at: clock.now() });
      return {};
    },
  };
}
