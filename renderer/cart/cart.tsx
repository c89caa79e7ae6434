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

interface DeskState {
  readonly draft: Draft;
  /** The basket that a correction put aside; it comes back after it. */
  readonly aside?: Draft | undefined;
  /** Fields whose message may be shown: the person has been there. */
  readonly touched: ReadonlySet<FieldId>;
  /** The person asked for the invoice, so every message is shown. */
  readonly attempted: boolean;
  readonly issuing: boolean;
  readonly failure?: Failure | undefined;
  /** What main found wrong with this very basket. */
  readonly refused?: FieldIssues | undefined;
  readonly receipt?: IssuedSale | undefined;
}

type DeskAction =
  | { type: 'edit'; change: (draft: Draft) => Draft }
  | { type: 'touch'; field: FieldId }
  | { type: 'attempt' }
  | { type: 'issue' }
  | { type: 'issued'; receipt: IssuedSale }
  | { type: 'refused'; failure: Failure; issues: FieldIssues }
  | { type: 'next' }
  | { type: 'correct'; draft: Draft }
  | { type: 'leave' };

interface Desk extends DeskState {
  edit(change: (draft: Draft) => Draft): void;
  touch(field: FieldId): void;
  /** The basket is not issued before this has ended: what was scanned is part of it. */
  waitFor(work: Promise<void>): void;
  /** Issues the basket, or marks what is wrong and puts the focus there. Pressed twice, it acts once. */
  issue(): Promise<void>;
  next(): void;
  /** Puts the basket aside and takes up the sale of a rejected document. */
  correct(rejected: Rejected): void;
  /** Gives the correction up; what was put aside comes back. */
  leaveCorrection(): void;
}

const DeskContext = createContext<Desk | undefined>(undefined);
const storageKey = 'khatm-basket';
/** What was in the basket when a correction began. */
const asideKey = 'khatm-basket-aside';

/**
 * The basket and what becomes of it. It stands above the screens, so that it outlives a look at the invoices, a
 * screen that broke and, through the session's store, a reload.
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
  /** What only a manager may say waits for one; what a rejected sale had is part of its correction. */
  const state = useMemo<DeskState>(() => {
    const draft = forCertified(kept.draft, customers);
    const mayBeSpecial = isManager || draft.correction !== undefined;
    return { ...kept, draft: mayBeSpecial ? draft : { ...draft, more: plainAdvanced } };
  }, [kept, isManager, customers]);
  /** The sale that was asked for and did not fail: a press that comes before the screen has changed finds it here. */
  const asked = useRef<string>(undefined);
  const awaited = useRef(new Set<Promise<void>>());
  /** What was awaited changed the basket; it is this one that is issued then. */
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  });

  useEffect(() => writeStored('session', storageKey, JSON.stringify(kept.draft)), [kept.draft]);
  useEffect(() => writeStored('session', asideKey, JSON.stringify(kept.aside ?? null)), [kept.aside]);

  const desk = useMemo<Desk>(
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
  return <DeskContext value={desk}>{children}</DeskContext>;
}

export function useCart(): Desk {
  const desk = useContext(DeskContext);
  if (desk === undefined) throw new Error('outside DeskProvider');
  return desk;
}

export function focusField(field: FieldId): void {
  const element = document.getElementById(field);
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
}

function reduce(state: DeskState, action: DeskAction): DeskState {
  switch (action.type) {
    case 'edit':
      // What is being sealed is what was seen; a key pressed meanwhile changes nothing.
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
      // A correction that was begun before is begun anew from its document; the basket before it stays aside.
      const aside = state.draft.correction === undefined ? state.draft : state.aside;
      return { ...freshState(action.draft), aside };
    }
    case 'leave':
      return state.issuing ? state : freshState(state.aside ?? newDraft());
  }
}

function freshState(draft: Draft): DeskState {
  return { draft, touched: new Set(), attempted: false, issuing: false };
}

function storedDraft(key: string): Draft | undefined {
  const stored = readStored('session', key);
  if (stored === undefined) return undefined;
  try {
    return draftSchema.parse(JSON.parse(stored));
  } catch {
    return undefined; // of another version
  }
}
