import { actorOf } from '../../../base/platform/actor-of.ts';
import type { Caller, HandlersOf } from '../../../base/platform/dispatch.ts';
import { keepBasket } from '../../../till/issue/keep-basket.ts';
import type { CommandContext } from '../context.ts';

export function basketCommands({
  environment: { ledger },
  terminal: { clock },
}: CommandContext): HandlersOf<'basket.'> {
  const { baskets } = ledger;
  const doer = (caller: Caller) => {
    const { name, role } = actorOf(caller);
    return { owner: name, role, at: clock.now() };
  };
  return {
    'basket.current': (_, { name }) => {
      const { id, draft } = baskets.current(name) ?? {};
      return id === undefined || draft === undefined ? {} : { basket: { id, draft } };
    },
    'basket.keep': (basket, caller) => keepBasket({ ...basket, ...doer(caller) }, ledger),
    'basket.hold': (basket, caller) => baskets.hold({ ...basket, ...doer(caller) }),
    'basket.list': (_, { name }) => ({
      baskets: baskets.held(name).map(({ id, owner, lines, pieces, total, note, card, changedAt }) => ({
        id,
        owner,
        lines,
        ...(pieces !== undefined && { pieces }),
        ...(total !== undefined && { total }),
        ...(note !== undefined && { note }),
        ...(card !== undefined && { card }),
        changedAt: new Date(changedAt).toISOString(),
      })),
    }),
    'basket.recall': ({ id }, caller) => {
      const { draft } = baskets.recall({ id, ...doer(caller) });
      return { id, draft };
    },
    'basket.discard': ({ id }, caller) => baskets.discard({ id, ...doer(caller) }),
  };
}
