import { useEffect, useState } from 'react';
import { NumberPad } from '../components/number-pad.tsx';
import { type PadKey, pressPadKey } from '../components/pad-key.ts';
import { useLanguage } from '../language/language.tsx';
import { useTouchInput } from '../page/last-input.ts';
import styles from './pad-dock.module.css';

/** The fields for which the pad types: quantity, price and discount of a line, and the discount on everything. */
const padded = /^(line-.+-(quantity|price|discount)|discount)$/;

/**
 * The number pad for the field that a finger chose. It stands beneath the lines, so that it covers neither the line in
 * work nor the main action.
 */
export function PadDock() {
  const { t } = useLanguage();
  const isTouch = useTouchInput();
  const field = usePaddedField();
  const isShown = isTouch && field !== undefined;
  useEffect(() => {
    // The lines have less room now.
    if (isShown) void field.scrollIntoView({ block: 'nearest' });
  }, [isShown, field]);
  if (!isShown) return null;
  return (
    <div className={styles.dock} data-pad>
      <NumberPad
        onKey={(key) => typeKey(field, key)}
        onEnter={() => leave(field)}
        enterLabel={t('sale.padDone')}
      />
    </div>
  );
}

/** Returns the field with the focus, if the pad types into it. */
function usePaddedField(): HTMLInputElement | undefined {
  const [field, setField] = useState<HTMLInputElement>();
  useEffect(() => {
    const look = () => {
      const { activeElement } = document;
      const isPadded = activeElement instanceof HTMLInputElement && padded.test(activeElement.id);
      setField(isPadded ? activeElement : undefined);
    };
    /** Keeps the keyboard of the system away from a field that has the pad. */
    const prepare = ({ target, pointerType }: PointerEvent) => {
      if (target instanceof HTMLInputElement && padded.test(target.id))
        target.inputMode = pointerType === 'touch' ? 'none' : 'decimal';
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
  }, []);
  return field;
}

/** Most decimals of a weight, and of an amount in riyals. */
const decimals = { quantity: 3, amount: 2 };

/** Types a key into a field as a keyboard does: a text that is selected makes way. */
function typeKey(field: HTMLInputElement, key: PadKey): void {
  const isAllSelected =
    field.value !== '' && field.selectionStart === 0 && field.selectionEnd === field.value.length;
  const most = field.id.endsWith('-quantity') ? decimals.quantity : decimals.amount;
  const text = pressPadKey(isAllSelected ? '' : field.value, key, most);
  // React notices only the event, and only when the setter of the DOM was used.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.setSelectionRange(text.length, text.length);
}

/** Goes on from a quantity to a price that is missing; from any other field the work on the line is done. */
function leave(field: HTMLInputElement): void {
  const price = document.getElementById(field.id.replace(/-quantity$/, '-price'));
  if (price instanceof HTMLInputElement && price !== field && price.value === '') price.focus();
  else field.blur();
}
