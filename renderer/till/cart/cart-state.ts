import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Draft } from '../../../shared/stored/basket/draft.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import type { Gone, LoadedBasket, UnreadableBasket } from './basket-keeper.ts';
import { changePayment, isBlank, newDraft } from './draft.ts';
import { type Removal, removeLine, restore } from './removal.ts';
import type { FieldId, FieldIssues } from './sale-of-draft.ts';

/** `moves`: of a document that was issued again, what the customer pays now, or gets back if it is negative. */
export type IssuedSale = CommandOutput<'sale.issue'> & { readonly moves?: Halalas | undefined };

export interface CartState {
  /** The kept basket that cannot be read. Until a person decides what becomes of it, no other one is begun. */
  readonly unreadable?: UnreadableBasket | undefined;
  readonly draft: Draft;
  /** The basket put aside by a correction; it is restored afterwards. */
  readonly aside?: Draft | undefined;
  /** The fields that the person has visited, whose messages may be shown. */
  readonly touched: ReadonlySet<FieldId>;
  /** True when the person has requested the invoice, after which every message is shown. */
  readonly attempted: boolean;
  readonly issuing: boolean;
  readonly failure?: Failure | undefined;
  /** The issues that the main process found in exactly this basket. */
  readonly refused?: FieldIssues | undefined;
  /** True while the basket is paid, during which the fields of its goods are locked. */
  readonly paying: boolean;
  readonly receipt?: IssuedSale | undefined;
  readonly change?: Halalas | undefined;
  readonly note?: IssuedSale | undefined;
  /** True when the receipt is of a sale whose answer was lost; later changes are not on it. */
  readonly wasIssued?: boolean | undefined;
  /** The removals from this basket that can be undone, newest last. */
  readonly removed: readonly Removal[];
  /** True while the key for undo would undo the removal, until something else changes. */
  readonly justRemoved: boolean;
}

export type CartAction =
  | ({ type: 'load' } & LoadedBasket)
  | { type: 'edit'; change: (draft: Draft) => Draft }
  | { type: 'remove'; key: string }
  | { type: 'empty' }
  | { type: 'undo' }
  | { type: 'touch'; field: FieldId }
  | { type: 'attempt' }
  | { type: 'pay' }
  | { type: 'basket' }
  | { type: 'issue' }
  | { type: 'issued'; saleId: string; receipt: IssuedSale; change: Halalas; note?: IssuedSale | undefined }
  | { type: 'refused'; saleId: string; failure: Failure; issues: FieldIssues }
  | { type: 'gone'; saleId: string; gone: Gone }
  | { type: 'next' }
  | { type: 'correct'; draft: Draft }
  | { type: 'leave' };

export function reduce(state: CartState, action: CartAction): CartState {
  if (state.unreadable !== undefined && action.type !== 'load' && action.type !== 'next') return state;
  switch (action.type) {
    case 'load':
      // The last receipt stays, because its customer may still be there.
      return {
        ...freshState(action.kept?.draft ?? newDraft()),
        aside: action.kept?.aside,
        unreadable: action.unreadable,
        receipt: state.receipt,
        change: state.change,
        note: state.note,
        wasIssued: state.wasIssued,
      };
    case 'edit':
      // Ignores keys pressed while the sale is being issued, because the sale must be the one that was on the screen.
      if (state.issuing) return state;
      return {
        ...state,
        draft: action.change(state.draft),
        failure: undefined,
        refused: undefined,
        justRemoved: false,
      };
    case 'remove': {
      const removal = state.issuing ? undefined : removeLine(state.draft, action.key);
      if (removal === undefined) return state;
      const { draft, removed } = removal;
      return {
        ...state,
        draft,
        removed: [...state.removed, ...removed],
        refused: undefined,
        justRemoved: removed.length > 0,
      };
    }
    case 'empty':
      if (state.issuing || state.draft.correction !== undefined || state.draft.lines.every(isBlank))
        return state;
      return {
        ...freshState(newDraft()),
        aside: state.aside,
        removed: [{ kind: 'basket', draft: state.draft }],
        justRemoved: true,
      };
    case 'undo': {
      const last = state.removed.at(-1);
      if (state.issuing || last === undefined) return state;
      return {
        ...state,
        draft: restore(state.draft, last),
        removed: state.removed.slice(0, -1),
        refused: undefined,
      };
    }
    case 'touch':
      if (state.touched.has(action.field)) return state;
      return { ...state, touched: new Set([...state.touched, action.field]) };
    case 'attempt':
      return { ...state, attempted: true, paying: false, failure: undefined };
    case 'pay':
      return { ...state, paying: true, attempted: false, failure: undefined, refused: undefined };
    case 'basket':
      if (state.issuing) return state;
      return {
        ...state,
        draft: changePayment(state.draft, { asked: undefined }),
        paying: false,
        failure: undefined,
      };
    case 'issue':
      return { ...state, issuing: true, failure: undefined, refused: undefined };
    case 'issued': {
      const { receipt, change, note } = action;
      // Another person signed in meanwhile, and that person's basket stays.
      if (state.draft.saleId !== action.saleId) return { ...state, receipt, change, note };
      return { ...freshState(state.aside ?? newDraft()), receipt, change, note };
    }
    case 'refused':
      if (state.draft.saleId !== action.saleId) return state;
      return {
        ...state,
        issuing: false,
        // If a field has a fault, the basket is shown, where it can be corrected.
        paying: state.paying && action.issues.size === 0,
        failure: action.failure,
        refused: action.issues,
      };
    case 'gone':
      // While it is being issued, its own document may be the cause.
      if (state.issuing || state.draft.saleId !== action.saleId) return state;
      return withoutBasket(state, action.gone);
    case 'next':
      return { ...state, receipt: undefined, change: undefined, note: undefined, wasIssued: undefined };
    case 'correct': {
      if (state.issuing) return state;
      // A correction in progress starts again from its document; the basket that was put aside before stays.
      const aside = state.draft.correction === undefined ? state.draft : state.aside;
      return { ...freshState(action.draft), aside };
    }
    case 'leave':
      return state.issuing ? state : freshState(state.aside ?? newDraft());
  }
}

/**
 * A sold basket is followed by its receipt, so that it is not sold again; if it was taken, the screen names the person.
 */
function withoutBasket(state: CartState, gone: Gone): CartState {
  if (gone.state === 'taken') {
    const { by, isHeld } = gone;
    const detail: Failure['detail'] = isHeld ? { heldBy: by } : { by };
    return { ...state, paying: false, failure: { code: 'basket-gone', detail } };
  }
  const { issued, change, note } = gone;
  return {
    ...freshState(state.aside ?? newDraft()),
    receipt: issued,
    change,
    ...(note !== undefined && { note }),
    wasIssued: true,
  };
}

export function freshState(draft: Draft): CartState {
  return {
    draft,
    touched: new Set(),
    attempted: false,
    issuing: false,
    paying: false,
    removed: [],
    justRemoved: false,
  };
}
