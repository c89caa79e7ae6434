import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { Failure, Result } from '../../../shared/failure.ts';
import type { Draft } from '../../../shared/stored/basket/draft.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalSend } from '../../ui/terminal/use-terminal-command.ts';
import { type Ask, useTerminalAsk } from '../../ui/terminal/use-terminal-query.ts';
import {
  type BasketKeeper,
  createBasketKeeper,
  type Gone,
  type LoadedBasket,
  loadedOf,
  readBasket,
} from './basket-keeper.ts';
import { type CartState, freshState, reduce } from './cart-state.ts';
import { forCertified, newDraft } from './draft.ts';
import { plainAdvanced } from './draft-advanced.ts';
import { draftOfSale, type Rejected } from './draft-of-sale.ts';
import { useIssueDraft } from './issue-draft.ts';
import type { PaidByCard } from './payment.ts';
import { checkDraft, type FieldId, filledKeys, placeIssues } from './sale-of-draft.ts';

export type { IssuedSale } from './cart-state.ts';

/**
 * The functions that change the basket. They stay the same objects, so that a line is rendered again only for its own
 * text.
 */
interface CartActions {
  edit(change: (draft: Draft) => Draft): void;
  /**
   * Changes the basket like `edit`, and resolves when the terminal has kept the change, or with the reason why it has
   * not.
   */
  keep(change: (draft: Draft) => Draft): Promise<Failure | undefined>;
  touch(field: FieldId): void;
  remove(key: string): void;
  /** Removes everything, except a correction, which a person must leave in another way. */
  empty(): void;
  undo(): void;
  /** Delays paying, issuing and putting aside until the work has ended, such as a scan whose item is still being looked up. */
  waitFor(work: Promise<void>): void;
  pay(): Promise<void>;
  backToBasket(): void;
  /** Shows the faults that the terminal found in the basket, if possible at their fields. */
  refuse(failure: Failure): void;
  /**
   * Issues the basket, or marks the errors and focuses the first. A second press has no effect.
   * @param due the amount that the screen showed and the payments add up to; a correction is paid as before
   * @param paid the approved card payments
   */
  issue(due?: Halalas, paid?: readonly PaidByCard[]): Promise<void>;
  next(): void;
  /** Puts the basket aside and loads the sale of a rejected document. */
  correct(rejected: Rejected): void;
  leaveCorrection(): void;
  hold(note: string, total?: number): Promise<Result<unknown>>;
  /** Takes a basket that was put aside; the one on the screen is put aside in its place. */
  recall(id: string): Promise<Result<unknown>>;
  /** Leaves a basket that somebody else has now, and begins an empty one. */
  leaveGone(): void;
  /** Returns the basket as it is now, for an action that must not wait for a render. */
  latest(): Pick<CartState, 'draft' | 'issuing' | 'unreadable'>;
  /**
   * Leaves a basket that cannot be read: it is put aside as it is, given up, or read again. Nothing is begun before.
   */
  leaveUnreadable(how: 'aside' | 'discard' | 'again'): Promise<Result<unknown>>;
}

const StateContext = createContext<CartState | undefined>(undefined);
const ActionsContext = createContext<CartActions | undefined>(undefined);

/**
 * The provider of the basket and of its receipt. It is above the screens, so that the basket survives a visit to the
 * invoices and the crash of a screen. The terminal keeps it for its person, even through a power cut and a change of
 * person.
 */
export function CartProvider({ children }: { children: ReactNode }) {
  const holdBasket = useTerminalSend('basket.hold');
  const recallBasket = useTerminalSend('basket.recall');
  const discardBasket = useTerminalSend('basket.discard');
  const currentBasket = useTerminalAsk('basket.current');
  const issueDraft = useIssueDraft();
  const [kept, dispatch] = useReducer(reduce, undefined, () => freshState(newDraft()));
  const status = useStatus();
  const { isLoaded, keeper } = useKeptBasket(
    kept,
    currentBasket,
    (loaded) => dispatch({ type: 'load', ...loaded }),
    (saleId, gone) => dispatch({ type: 'gone', saleId, gone }),
  );
  const isManager = status?.role === 'manager';
  const customers = status?.customers;
  /**
   * Hides the advanced part from everyone but a manager, without losing it. A correction keeps the advanced part of its
   * rejected sale.
   */
  const state = useMemo<CartState>(() => {
    const draft = forCertified(kept.draft, customers);
    const mayBeSpecial = isManager || draft.correction !== undefined;
    return { ...kept, draft: mayBeSpecial ? draft : { ...draft, advanced: plainAdvanced } };
  }, [kept, isManager, customers]);
  /** The id of the sale that was requested and has not failed; it prevents a second request before the next render. */
  const requested = useRef<string>(undefined);
  const awaited = useRef(new Set<Promise<void>>());
  /** The newest state: awaited work may have changed the basket, and the changed basket is the one to issue. */
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  });

  const actions = useMemo<CartActions>(() => {
    const scansDone = async () => {
      while (awaited.current.size > 0) await Promise.allSettled(awaited.current);
    };
    /** Marks the errors of the basket and focuses the first one; returns true when there are none. */
    const isComplete = () => {
      const { draft } = latest.current;
      const [wrong] = checkDraft(draft).keys();
      if (filledKeys(draft).length > 0 && wrong === undefined) return true;
      flushSync(() => dispatch({ type: 'attempt' }));
      focusField(wrong ?? `line-${draft.lines[0]?.key}-name`);
      return false;
    };
    const load = (loaded: LoadedBasket) => {
      keeper.start(loaded.kept);
      dispatch({ type: 'load', ...loaded });
    };
    const refuse = (draft: Draft, failure: Failure) => {
      const issues = placeIssues(filledKeys(draft), failure.issues ?? []);
      // The field must exist before it can be focused.
      flushSync(() => dispatch({ type: 'refused', saleId: draft.saleId, failure, issues }));
      const [first] = issues.keys();
      if (first !== undefined) focusField(first);
    };
    return {
      edit: (change) => dispatch({ type: 'edit', change }),
      async keep(change) {
        // React renders nothing at once while it still runs effects.
        await Promise.resolve();
        flushSync(() => dispatch({ type: 'edit', change }));
        return keeper.flush();
      },
      touch: (field) => dispatch({ type: 'touch', field }),
      remove: (key) => dispatch({ type: 'remove', key }),
      empty: () => dispatch({ type: 'empty' }),
      undo: () => dispatch({ type: 'undo' }),
      next: () => dispatch({ type: 'next' }),
      correct: (rejected) => dispatch({ type: 'correct', draft: draftOfSale(rejected) }),
      leaveCorrection: () => dispatch({ type: 'leave' }),
      latest: () => latest.current,
      leaveGone: () => load({}),
      async leaveUnreadable(how) {
        if (how === 'again') {
          load(await readBasket(currentBasket));
          return { ok: true, value: {} };
        }
        const id = latest.current.unreadable?.basket?.id ?? '';
        const result = await (how === 'aside' ? holdBasket({ id }) : discardBasket({ id }));
        if (result.ok) load({});
        return result;
      },
      async hold(note, total) {
        const before = latest.current.draft;
        await scansDone();
        // Putting aside the basket that the terminal had before would lose the newest lines.
        const unkept = await keeper.flush();
        if (unkept !== undefined) return { ok: false, failure: unkept };
        const { draft } = latest.current;
        const result = await holdBasket({
          id: draft.saleId,
          ...(note.trim() !== '' && { note }),
          // The shown total does not include items scanned since.
          ...(total !== undefined && draft === before && { total }),
        });
        if (!result.ok) return result;
        load({});
        return result;
      },
      async recall(id) {
        await scansDone();
        const unkept = await keeper.flush();
        // If somebody else has the basket, it is not lost by taking another one.
        if (unkept !== undefined && unkept.code !== 'basket-gone') return { ok: false, failure: unkept };
        const result = await recallBasket({ id });
        // Somebody else has taken the basket.
        if (!result.ok)
          return result.failure.code === 'not-found'
            ? { ok: false, failure: { code: 'basket-gone' } }
            : result;
        load(loadedOf(result.value));
        return result;
      },
      waitFor(work) {
        awaited.current.add(work);
        void work.finally(() => awaited.current.delete(work));
      },
      async pay() {
        await scansDone();
        if (latest.current.receipt === undefined && !latest.current.issuing && isComplete())
          dispatch({ type: 'pay' });
      },
      backToBasket: () => dispatch({ type: 'basket' }),
      // React renders nothing at once while it still runs effects.
      refuse: (failure) => queueMicrotask(() => refuse(latest.current.draft, failure)),
      async issue(due, paid = []) {
        await scansDone();
        const { draft, receipt: before } = latest.current;
        if (requested.current === draft.saleId || before !== undefined || !isComplete()) return;
        requested.current = draft.saleId;
        dispatch({ type: 'issue' });
        const issued = await issueDraft(draft, due, paid);
        if (issued.ok) {
          dispatch({ type: 'issued', saleId: draft.saleId, ...issued.value });
          return;
        }
        requested.current = undefined;
        refuse(draft, issued.failure);
        // The sale may still be issued; then its receipt is shown.
        if (issued.failure.code === 'internal') void keeper.ask();
      },
    };
  }, [holdBasket, recallBasket, discardBasket, currentBasket, issueDraft, keeper]);
  return (
    <ActionsContext value={actions}>
      <StateContext value={state}>{isLoaded && children}</StateContext>
    </ActionsContext>
  );
}

/**
 * Loads the basket of the person signed in, and makes the terminal store it as it changes. `isLoaded` is false until
 * then, because earlier input would be lost.
 */
function useKeptBasket(
  { draft, aside, unreadable }: CartState,
  currentBasket: Ask<'basket.current'>,
  onLoad: (loaded: LoadedBasket) => void,
  onGone: (saleId: string, gone: Gone) => void,
): { isLoaded: boolean; keeper: BasketKeeper } {
  const keepBasket = useTerminalSend('basket.keep');
  const status = useStatus();
  const person = status === undefined || status.role === 'nobody' ? undefined : `person ${status.person}`;
  const [keeper] = useState(() => createBasketKeeper(keepBasket, onGone));
  const [loaded, setLoaded] = useState<string>();
  const load = useEffectEvent((basket: LoadedBasket) => {
    keeper.start(basket.kept);
    onLoad(basket);
    setLoaded(person);
  });
  useEffect(() => {
    if (person === undefined) return;
    let isCurrent = true;
    void readBasket(currentBasket).then((basket) => {
      if (isCurrent) load(basket);
    });
    return () => {
      isCurrent = false;
    };
  }, [person, currentBasket]);
  useEffect(() => {
    if (person === undefined || loaded !== person || unreadable !== undefined) return;
    keeper.keep({ draft, aside });
  }, [draft, aside, unreadable, keeper, person, loaded]);
  return { isLoaded: person === undefined || loaded === person, keeper };
}

export function useCart(): CartState & CartActions {
  const state = useContext(StateContext);
  const actions = useCartActions();
  if (state === undefined) throw new Error('outside CartProvider');
  return { ...state, ...actions };
}

export function useCartActions(): CartActions {
  const actions = useContext(ActionsContext);
  if (actions === undefined) throw new Error('outside CartProvider');
  return actions;
}

export function focusField(field: FieldId): void {
  const element = document.getElementById(field);
  element?.focus();
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
}

export function showField(field: FieldId): void {
  document.getElementById(field)?.scrollIntoView({ block: 'nearest' });
}
