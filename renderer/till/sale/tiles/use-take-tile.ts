import { flushSync } from 'react-dom';
import type { KnownItem } from '../../../../shared/contract/till/items.ts';
import type { DraftLine } from '../../../../shared/stored/basket/draft.ts';
import { useLastInput } from '../../../ui/page/last-input.ts';
import { focusField, showField, useCartActions } from '../../cart/cart.tsx';
import { isBlank } from '../../cart/draft.ts';
import { fieldIds } from '../../cart/sale-of-draft.ts';
import { insertBeforeBlank, takeTile } from '../known-items/take-item.ts';

/**
 * Returns a function that adds one piece of an article. The focus moves to the field in which something is missing.
 * @param onTaken called with the key of the line
 * @param onMissing called before the focus goes to such a field
 */
export function useTakeTile(
  onTaken: (key: string) => void,
  onMissing: (() => void) | undefined,
): (item: KnownItem, isByKey: boolean) => void {
  const { edit, latest } = useCartActions();
  const lastInput = useLastInput();
  return (item, isByKey) => {
    if (latest().issuing) return;
    const { draft, key, missing } = takeTile(latest().draft, item);
    flushSync(() => {
      edit(() => draft);
      onTaken(key);
    });
    showField(fieldIds.line(key, 'name'));
    if (missing !== undefined) {
      onMissing?.();
      focusField(fieldIds.line(key, missing));
    } else if (!isByKey) continueEntry(draft.lines.at(-1), lastInput.kind() === 'touch');
  };
}

export function useTakeLine(onTaken: (key: string) => void): (line: DraftLine) => void {
  const { edit, latest } = useCartActions();
  return (line) => {
    if (latest().issuing) return;
    flushSync(() => {
      edit((draft) => insertBeforeBlank(draft, line));
      onTaken(line.key);
    });
    showField(fieldIds.line(line.key, 'name'));
  };
}

/** Leaves the field; a finger gets no other field, which would open a keyboard on the glass. */
function continueEntry(last: DraftLine | undefined, isTouch: boolean): void {
  const { activeElement } = document;
  if (isTouch) {
    if (activeElement instanceof HTMLElement) activeElement.blur();
  } else if (last !== undefined && isBlank(last)) focusField(fieldIds.line(last.key, 'name'));
}
