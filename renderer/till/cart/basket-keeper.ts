import type { CommandInput, CommandOutput } from '../../../shared/contract/index.ts';
import type { HeldBasket } from '../../../shared/contract/till/baskets.ts';
import type { Failure } from '../../../shared/failure.ts';
import { type KeptBasket, keptBasket } from '../../../shared/stored/basket/kept-basket.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import type { Send } from '../../ui/terminal/use-terminal-command.ts';
import type { Ask } from '../../ui/terminal/use-terminal-query.ts';
import { hasOpenAmount, isBlank } from './draft.ts';
import { filledKeys } from './sale-of-draft.ts';

/** The answer of the terminal that cannot be shown: the basket, if there is one, stays as it is. */
export interface UnreadableBasket {
  readonly failure: Failure;
  /** The facts that the terminal knows of the basket; undefined if it gave no answer. */
  readonly basket?: HeldBasket | undefined;
}

export interface LoadedBasket {
  readonly kept?: KeptBasket | undefined;
  readonly unreadable?: UnreadableBasket | undefined;
}

/** Reads the basket of the person signed in; neither if there is none. */
export async function readBasket(currentBasket: Ask<'basket.current'>): Promise<LoadedBasket> {
  const answer = await currentBasket({});
  if (!answer.ok) return { unreadable: { failure: answer.failure } };
  return answer.value.basket === undefined ? {} : loadedOf(answer.value.basket);
}

export function loadedOf({ draft, ...basket }: CommandOutput<'basket.recall'>): LoadedBasket {
  const read = keptBasket.read(draft);
  return read.ok ? { kept: read.value } : { unreadable: { failure: read.failure, basket } };
}

export type BasketKeeper = ReturnType<typeof createBasketKeeper>;

/** The number of milliseconds after a change within which the basket is sent. */
const keptAfter = 25;

/** The answer for a basket that can no longer be kept, because it is sold or another person has it. */
export type Gone = Exclude<CommandOutput<'basket.keep'>, { state: 'kept' }>;

/** Creates the keeper. @param onGone called with the id of a basket that is gone, and the reason */
export function createBasketKeeper(
  keepBasket: Send<'basket.keep'>,
  onGone: (id: string, gone: Gone) => void = () => {},
) {
  let latest: KeptBasket | undefined;
  let sending: Promise<Failure | undefined> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keptId: string | undefined;
  let knownText = '';
  let sent: KeptBasket | undefined;
  let unkept: Failure | undefined;

  async function sendAll(): Promise<Failure | undefined> {
    let failure = unkept;
    for (let next = latest; next !== undefined; next = latest) {
      latest = undefined;
      const input = inputOf(next);
      failure = undefined;
      // A basket that just came from the terminal is not sent back, and neither is an empty one that the terminal does
      // not have.
      if (input.draft === knownText || (input.lines === 0 && keptId === undefined)) continue;
      knownText = input.draft;
      sent = next;
      const insteadOf = keptId !== undefined && keptId !== input.id ? keptId : undefined;
      const answer = await keepBasket({ ...input, ...(insteadOf !== undefined && { insteadOf }) });
      if (answer.ok) keptId = answer.value.state !== 'kept' || input.lines === 0 ? undefined : input.id;
      const gone = answer.ok && answer.value.state !== 'kept' ? answer.value : undefined;
      if (!answer.ok || gone !== undefined) {
        failure = answer.ok ? { code: 'basket-gone' } : answer.failure;
        // Forgetting the sent text makes the same basket be sent again.
        knownText = '';
      }
      if (gone !== undefined) onGone(input.id, gone);
    }
    unkept = failure;
    return failure;
  }

  function send(): Promise<Failure | undefined> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  return {
    start(kept: KeptBasket | undefined) {
      keptId = kept?.draft.saleId;
      knownText = kept === undefined ? '' : textOf(kept);
      latest = undefined;
      sent = kept;
      unkept = undefined;
    },
    /** Sends the present basket; during a call, the newest one waits until the call ends. */
    keep(basket: KeptBasket) {
      latest = basket;
      // Several changes at once, such as those of a quick scan, are stored together, and serialised after the frame of
      // the last key press.
      timer ??= setTimeout(() => void send(), keptAfter);
    },
    /** Sends the same basket once more, because its sale may have been issued and the answer lost. */
    async ask() {
      knownText = '';
      latest ??= sent;
      return send();
    },
    /** Resolves when the terminal has the last basket, or with the reason why it does not. */
    flush: send,
  };
}

function inputOf(basket: KeptBasket): CommandInput<'basket.keep'> {
  const lines = filledKeys(basket.draft).length;
  return {
    id: basket.draft.saleId,
    draft: textOf(basket),
    lines: isKeptEmpty(basket) ? Math.max(1, lines) : lines,
    ...goodsOf(basket),
  };
}

/**
 * Returns true for a basket that is kept even without lines: a correction contains the basket put aside, an exchange
 * contains returned goods, and an amount may be typed that is not added yet.
 */
const isKeptEmpty = ({ draft, aside }: KeptBasket) =>
  aside !== undefined || draft.exchange !== undefined || hasOpenAmount(draft);

const textOf = ({ draft, aside }: KeptBasket) => keptBasket.write({ draft, ...(aside && { aside }) });

/** Returns the customer's goods. During a correction, these are the goods that wait for its end. */
function goodsOf({ draft, aside }: KeptBasket): Pick<CommandInput<'basket.keep'>, 'goods' | 'isAside'> {
  const goods = (aside ?? draft).lines
    .filter((line) => !isBlank(line))
    .map(({ key, name, quantity, price, barcode, unit }) => ({
      key,
      name: name.slice(0, 1_000),
      quantity: withLatinNumbers(quantity).trim().slice(0, 100),
      ...(price.trim() !== '' && { price: withLatinNumbers(price).trim().slice(0, 100) }),
      ...(barcode !== undefined && { barcode: barcode.slice(0, 200) }),
      ...(unit !== undefined && { unit: unit.slice(0, 20) }),
    }));
  const isCorrection = draft.correction !== undefined;
  if (isCorrection && aside === undefined) return { goods: [], isAside: true };
  return { goods, ...(isCorrection && { isAside: true }) };
}
