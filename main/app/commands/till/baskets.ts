import type { HeldBasket } from '../../../../shared/contract/till/baskets.ts';
import { actorOf } from '../../../base/platform/actor-of.ts';
import type { Caller, HandlersOf } from '../../../base/platform/dispatch.ts';
import { type Basket, faultOf } from '../../../books/ledger/baskets/baskets.ts';
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
      const basket = baskets.current(name);
      return basket === undefined ? {} : { basket: openOf(basket) };
    },
    'basket.keep': (basket, caller) => keepBasket({ ...basket, ...doer(caller) }, ledger),
    'basket.hold': (basket, caller) => baskets.hold({ ...basket, ...doer(caller) }),
    'basket.list': (_, { name }) => ({
      baskets: baskets.held(name).map((basket) => {
        const unreadable = faultOf(basket);
        return unreadable === undefined ? factsOf(basket) : { ...factsOf(withWorth(basket)), unreadable };
      }),
    }),
    'basket.content': ({ id }) => ({ draft: baskets.content(id) }),
    'basket.recall': ({ id }, caller) => openOf(baskets.recall({ id, ...doer(caller) })),
    'basket.discard': ({ id }, caller) => baskets.discard({ id, ...doer(caller) }),
  };
}

/** Gives a basket without a known amount due the sum of its prices. */
const withWorth = (basket: Basket): Basket => ({ ...basket, total: basket.total ?? basket.worth });
const openOf = (basket: Basket) => ({ ...factsOf(withWorth(basket)), draft: basket.draft });

const factsOf = ({ id, owner, lines, pieces, total, note, card, changedAt }: Basket): HeldBasket => ({
  id,
  owner,
  lines,
  pieces,
  ...(total !== undefined && { total }),
  ...(note !== undefined && { note }),
  ...(card !== undefined && { card }),
  changedAt: new Date(changedAt).toISOString(),
});
