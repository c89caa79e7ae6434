import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react';
import type { CommandOutput } from '../../shared/contract/index.ts';
import type { Failure } from '../../shared/failure.ts';
import { readStored, writeStored } from '../page/stored.ts';
import { useTerminal } from '../terminal/use-terminal.ts';
import { useStatus } from '../terminal/use-terminal-query.ts';
import { type Draft, draftSchema, forCertified, newDraft } from './draft.ts';
import { plainAdvanced } from './draft-advanced.ts';
import { draftOfSale, type Rejected } from './draft-of-sale.ts';
import {
  checkDraft,
  type FieldId,
  type FieldIssues,
  filledKeys,
  placeIssues,
  saleOfDraft,
} from './sale-of-draft.ts';

export type IssuedSale = CommandOutput<'sale.issue'>;

interface CartState {
  readonly draft: Draft;
  /** The basket put aside by a correction; it is restored afterwards. */
  readonly aside?: Draft | undefined;
  /** The fields that the person has visited, whose messages may be shown. */
  readonly touched: ReadonlySet<FieldId>;
  /** True when the person asked for the invoice: every message is shown then. */
  readonly attempted: boolean;
  readonly issuing: boolean;
  readonly failure?: Failure | undefined;
  /** The issues that the main process found in this very basket. */
  readonly refused?: FieldIssues | undefined;
  readonly receipt?: IssuedSale | undefined;
}

type CartAction =
  | { type: 'edit'; change: (draft: Draft) => Draft }
  | { type: 'touch'; field: FieldId }
  | { type: 'attempt' }
  | { type: 'issue' }
  | { type: 'issued'; receipt: IssuedSale }
  | { type: 'refused'; failure: Failure; issues: FieldIssues }
  | { type: 'next' }
  | { type: 'correct'; draft: Draft }
  | { type: 'leave' };

interface Cart extends CartState {
  edit(change: (draft: Draft) => Draft): void;
  touch(field: FieldId): void;
  /** Delays issuing until the work has ended, such as a scan whose item is still being looked up. */
  waitFor(work: Promise<void>): void;
  /** Issues the basket, or marks the errors and focuses the first. A second press has no effect. */
  issue(): Promise<void>;
  next(): void;
  /** Puts the basket aside and loads the sale of a rejected document. */
  correct(rejected: Rejected): void;
  /** Gives up the correction and restores the basket that was put aside. */
  leaveCorrection(): void;
}

const CartContext = createContext<Cart | undefined>(undefined);
const storageKey = 'khatm-basket';
/** The key of the basket that was put aside when a correction began. */
const asideKey = 'khatm-basket-aside';

/**
 * The provider of the basket and of its receipt. It is above the screens, so that the basket survives a visit to the
 * invoices, a screen that crashed and, through session storage, a reload.
 */
export function CartProvider({ children }: { children: ReactNode }) {
  const terminal = useTerminal();
  const [kept, dispatch] = useReducer(reduce, undefined, () => ({
    ...freshState(storedDraft(storageKey) ?? newDraft()),
    aside: storedDraft(asideKey),
  }));
  const status = useStatus();
  const isManager = status?.role === 'manager';
  const customers = status?.customers;
  /**
   * Hides the advanced part from everyone but a manager, without losing it. A correction keeps the advanced part of its
   * rejected sale.
   */
  const state = useMemo<CartState>(() => {
    const draft = forCertified(kept.draft, customers);
    const mayBeSpecial = isManager || draft.correction !== undefined;
    return { ...kept, draft: mayBeSpecial ? draft : { ...draft, more: plainAdvanced } };
  }, [kept, isManager, customers]);
  /** The id of the sale that was requested and has not failed; it stops a second press before the next render. */
  const asked = useRef<string>(undefined);
  const awaited = useRef(new Set<Promise<void>>());
  /** The newest state: awaited work may have changed the basket, and the changed basket is the one to issue. */
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  });

  useEffect(() => writeStored('session', storageKey, JSON.stringify(kept.draft)), [kept.draft]);
  useEffect(() => writeStored('session', asideKey, JSON.stringify(kept.aside ?? null)), [kept.aside]);

  const cart = useMemo<Cart>(
    () => ({
      ...state,
      edit: (change) => dispatch({ type: 'edit', change }),
      touch: (field) => dispatch({ type: 'touch', field }),
      next: () => dispatch({ type: 'next' }),
      correct: (rejected) => dispatch({ type: 'correct', draft: draftOfSale(rejected) }),
      leaveCorrection: () => dispatch({ type: 'leave' }),
      waitFor(work) {
        awaited.current.add(work);
        void work.finally(() => awaited.current.delete(work));
      },
      async issue() {
        while (awaited.current.size > 0) await Promise.allSettled(awaited.current);
        const { draft, receipt: before } = latest.current;
        if (asked.current === draft.saleId || before !== undefined) return;
        const keys = filledKeys(draft);
        const [wrong] = checkDraft(draft).keys();
        if (keys.length === 0 || wrong !== undefined) {
          dispatch({ type: 'attempt' });
          focusField(wrong ?? `line-${draft.lines[0]?.key}-name`);
          return;
        }
        asked.current = draft.saleId;
        dispatch({ type: 'issue' });
        const sale = saleOfDraft(draft);
        const rejected = draft.correction?.uuid;
        const result = await (rejected === undefined
          ? terminal.call('sale.issue', sale)
          : terminal.call('sale.correct', { rejected, sale }));
        if (result.ok) {
          dispatch({ type: 'issued', receipt: result.value });
          return;
        }
        asked.current = undefined;
        const issues = placeIssues(keys, result.failure.issues ?? []);
        dispatch({ type: 'refused', failure: result.failure, issues });
        const [first] = issues.keys();
        if (first !== undefined) focusField(first);
      },
    }),
    [state, terminal],
  );
  return <CartContext value={cart}>{children}</CartContext>;
}

export function useCart(): Cart {
  const cart = useContext(CartContext);
  if (cart === undefined) throw new Error('outside CartProvider');
  return cart;
}

export function focusField(field: FieldId): void {
  const element = document.getElementById(field);
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
}

function reduce(state: CartState, action: CartAction): CartState {
  switch (action.type) {
    case 'edit':
      // Ignores keys pressed while the basket is being sealed: the sale is the one that was on the screen.
      if (state.issuing) return state;
      return { ...state, draft: action.change(state.draft), failure: undefined, refused: undefined };
    case 'touch':
      if (state.touched.has(action.field)) return state;
      return { ...state, touched: new Set([...state.touched, action.field]) };
    case 'attempt':
      return { ...state, attempted: true, failure: undefined };
    case 'issue':
      return { ...state, issuing: true, failure: undefined, refused: undefined };
    case 'issued':
      return { ...freshState(state.aside ?? newDraft()), receipt: action.receipt };
    case 'refused':
      return { ...state, issuing: false, failure: action.failure, refused: action.issues };
    case 'next':
      return { ...state, receipt: undefined };
    case 'correct': {
      if (state.issuing) return state;
      // A correction in progress starts again from its document; the basket put aside before it stays there.
      const aside = state.draft.correction === undefined ? state.draft : state.aside;
      return { ...freshState(action.draft), aside };
    }
    case 'leave':
      return state.issuing ? state : freshState(state.aside ?? newDraft());
  }
}

function freshState(draft: Draft): CartState {
  return { draft, touched: new Set(), attempted: false, issuing: false };
}

function storedDraft(key: string): Draft | undefined {
  const stored = readStored('session', key);
  if (stored === undefined) return undefined;
  try {
    return draftSchema.parse(JSON.parse(stored));
  } catch {
    return undefined; // stored by another version
  }
}
