import { useEffect, useEffectEvent } from 'react';
import { latinDigits } from '../../language/format.ts';
import { isGtin } from './gtin.ts';

/** Milliseconds between two keys of a scanner, at most; a finger needs longer for a whole barcode. */
const nextKeyWithin = 60;

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The text field that was scanned into, and what it has again. */
export interface ScannedInto {
  readonly id: string;
  readonly text: string;
}

/** Digits that came as fast as a scanner types. */
interface Burst {
  readonly digits: string;
  /** When the last one came: milliseconds, as events have it. */
  readonly at: number;
  /** Where they went, if that is a text field, and what it had before. */
  readonly field: TextField | undefined;
  readonly before: string;
}

/**
 * Takes in barcodes wherever the focus is. A scanner is a keyboard: without this, what is scanned while the focus is
 * in a price becomes the price, and its Enter presses the button that has the focus. The field is given back what it
 * had. A barcode typed by hand is none of this one's.
 */
export function useScanner(onScan: (barcode: string, into?: ScannedInto) => void): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    let burst: Burst | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Shift') return; // digits of some layouts need it
      const field = textFieldOf(event.target);
      const last =
        burst !== undefined && burst.field === field && event.timeStamp - burst.at <= nextKeyWithin
          ? burst
          : undefined;
      burst = undefined;
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      const key = latinDigits(event.key);
      if (/^\d$/.test(key)) {
        burst = {
          ...(last ?? { field, before: field?.value ?? '' }),
          digits: (last?.digits ?? '') + key,
          at: event.timeStamp,
        };
        return;
      }
      const isEnd = event.key === 'Enter' || event.key === 'Tab';
      if (!isEnd || last === undefined || !isGtin(last.digits)) return;
      if (document.querySelector('[aria-modal="true"]') !== null) return;
      event.preventDefault();
      event.stopPropagation();
      const { digits, before } = last;
      if (field !== undefined) giveBack(field, before);
      scanned(digits, field && { id: field.id, text: before });
    };
    // Before the field or the button that has the focus takes Enter for its own.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

function textFieldOf(target: EventTarget | null): TextField | undefined {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField && target.type !== 'radio' && target.type !== 'checkbox' ? target : undefined;
}

/** As if it was typed: React hears of a value only by the event, and of the event only when the DOM's setter was used. */
function giveBack(field: TextField, text: string): void {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
