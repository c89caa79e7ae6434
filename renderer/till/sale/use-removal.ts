import { flushSync } from 'react-dom';
import { focusField, useCartActions } from '../cart/cart.tsx';
import { isBlank } from '../cart/draft.ts';
import { fieldIds } from '../cart/sale-of-draft.ts';
import { useFocusLast } from './use-entry.ts';

/** Returns the functions that remove and restore lines; each leaves the focus where the person continues. */
export function useRemoval() {
  const { remove, undo, empty, latest } = useCartActions();
  const focusLast = useFocusLast();
  return {
    /** Removes a line by its button: the focus moves to the line for another item, if there is one. */
    remove(key: string) {
      const { lines } = latest().draft;
      const index = lines.findIndex((line) => line.key === key);
      const neighbour = lines[index + 1] ?? lines[index - 1];
      flushSync(() => remove(key));
      const last = latest().draft.lines.at(-1);
      if (last !== undefined && isBlank(last)) focusLast();
      else if (neighbour !== undefined) focusField(fieldIds.line(neighbour.key, 'quantity'));
    },
    /** Removes the line with the focus by its key: the next press is for the line that takes its place. */
    removeFocused() {
      const { lines } = latest().draft;
      const focused = lines.find(({ key }) => document.activeElement?.id.startsWith(`line-${key}-`));
      if (focused === undefined) return;
      const index = lines.indexOf(focused);
      const neighbour = lines[index + 1] ?? lines[index - 1];
      flushSync(() => remove(focused.key));
      if (neighbour === undefined) focusLast();
      else focusField(fieldIds.line(neighbour.key, 'name'));
    },
    undo() {
      flushSync(undo);
      focusLast();
    },
    empty() {
      flushSync(empty);
      focusLast();
    },
  };
}
