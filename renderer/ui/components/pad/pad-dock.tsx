import { useEffect, useState } from 'react';
import { useTouchInput } from '../../page/last-input.ts';
import { NumberPad } from './number-pad.tsx';
import styles from './pad-dock.module.css';
import { type PadKey, pressPadKey } from './pad-key.ts';

/** An entry that the pad can type: an amount with at most this many decimals, or the number of a document. */
type Padded = { readonly decimals: number } | 'number';

/** Returns the kind of entry for the field with this id; undefined for a field without the pad. */
export type PaddedField = (id: string) => Padded | undefined;

interface PadDockProps {
  /** Returns the kind of entry for a field; this must always be the same function. */
  readonly fields: PaddedField;
  /** Moves on from a field when its entry is complete; by default the field loses the focus. */
  readonly onDone?: (field: HTMLInputElement) => void;
}

const blur = (field: HTMLInputElement) => field.blur();

/**
 * The number pad for the field that a finger chose. It is below the fields, so that it covers neither the active
 * field nor the main action.
 */
export function PadDock({ fields, onDone = blur }: PadDockProps) {
  const isTouch = useTouchInput();
  const field = usePaddedField(fields);
  const isShown = isTouch && field !== undefined;
  useEffect(() => {
    // The fields have less room now.
    if (isShown) void field.scrollIntoView({ block: 'nearest' });
  }, [isShown, field]);
  if (!isShown) return null;
  return (
    <div className={styles.dock} data-pad>
      <NumberPad
        onKey={(key) => typeKey(field, key, fields(field.id) ?? whole)}
        onEnter={() => onDone(field)}
      />
    </div>
  );
}

/** Returns the field with the focus, if the pad types into it. */
function usePaddedField(fields: PaddedField): HTMLInputElement | undefined {
  const [field, setField] = useState<HTMLInputElement>();
  useEffect(() => {
    const look = () => {
      const { activeElement } = document;
      const isPadded = activeElement instanceof HTMLInputElement && fields(activeElement.id) !== undefined;
      setField(isPadded ? activeElement : undefined);
    };
    /** Keeps the keyboard of the system away from a field that has the pad. */
    const prepare = ({ target, pointerType }: PointerEvent) => {
      if (target instanceof HTMLInputElement && fields(target.id) !== undefined)
        target.inputMode =
          pointerType === 'touch' ? 'none' : fields(target.id) === 'number' ? 'text' : 'decimal';
    };
    look();
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', look);
    document.addEventListener('pointerdown', prepare, { capture: true });
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', look);
      document.removeEventListener('pointerdown', prepare, { capture: true });
    };
  }, [fields]);
  return field;
}

const whole: Padded = { decimals: 0 };

/** Types a key into a field as a keyboard would, replacing a selected text. */
function typeKey(field: HTMLInputElement, key: PadKey, padded: Padded): void {
  const isAllSelected =
    field.value !== '' && field.selectionStart === 0 && field.selectionEnd === field.value.length;
  const before = isAllSelected ? '' : field.value;
  const text = padded === 'number' ? typeDigit(before, key) : pressPadKey(before, key, padded.decimals);
  // React notices a change only by its event, and only if the setter of the DOM was used.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.setSelectionRange(text.length, text.length);
}

/** Adds a digit to the number of a document, which may begin with letters. */
function typeDigit(before: string, key: PadKey): string {
  if (key === 'erase') return before.slice(0, -1);
  return key === '.' ? before : before + key;
}
