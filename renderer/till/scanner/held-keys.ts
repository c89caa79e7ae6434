import { flushSync } from 'react-dom';

type Editable = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** An editable element as it was before a key. */
export interface Before {
  readonly field: Editable;
  readonly value: string;
  readonly selection: readonly [start: number, end: number] | undefined;
}

/** Returns the element if a typed character would change it; undefined otherwise. */
export function editableOf(target: EventTarget | null): Editable | undefined {
  if (target instanceof HTMLSelectElement) return target;
  const isField =
    (target instanceof HTMLInputElement &&
      !['radio', 'checkbox', 'button', 'submit'].includes(target.type)) ||
    target instanceof HTMLTextAreaElement;
  return isField && !target.readOnly && !target.disabled ? target : undefined;
}

export function remember(field: Editable | undefined): Before | undefined {
  if (field === undefined) return undefined;
  // A select and fields such as dates have no selection.
  const { selectionStart: start, selectionEnd: end } =
    field instanceof HTMLSelectElement ? { selectionStart: null, selectionEnd: null } : field;
  return { field, value: field.value, selection: start === null || end === null ? undefined : [start, end] };
}

/** Restores a field as if the key had never been pressed, with its selection and the focus. */
export function restore({ field, value, selection }: Before): void {
  if (!field.isConnected) return;
  if (field.value !== value) {
    // React notices a change only by its event, and only if the setter of the DOM was used.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(
      new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  }
  // A field of a code moves the focus on at its first character.
  if (document.activeElement !== field) field.focus();
  if (selection !== undefined && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...selection);
}

/** Types a key that was held back into the element that has the focus, which the previous key may have moved. */
export function replay(event: KeyboardEvent, replayed: WeakSet<Event>): void {
  const { key, code, shiftKey } = event;
  const target = document.activeElement ?? document.body;
  const again = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true });
  replayed.add(again);
  // The next key may follow at once, and must find the changes made by this one.
  const isHandled = !flushSync(() => target.dispatchEvent(again));
  if (isHandled || editableOf(target) === undefined || target !== document.activeElement) return;
  // The only way to type like a key: it follows the selection, can be undone, and React notices it.
  document.execCommand('insertText', false, key);
}
