import { useEffect, useEffectEvent } from 'react';
import { latinDigits } from '../../language/format.ts';
import { isGtin } from './gtin.ts';

/** Milliseconds between two keys of a scanner, at most; a person needs longer to type a whole barcode. */
const nextKeyWithin = 60;

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The text field that was scanned into, with its text restored. */
export interface ScannedInto {
  readonly id: string;
  readonly text: string;
}

/** Digits that arrived as fast as a scanner types. */
interface Burst {
  readonly digits: string;
  /** Time of the last digit in milliseconds, on the clock of events. */
  readonly at: number;
  /** The text field that received the digits, if any, and its text before them. */
  readonly field: TextField | undefined;
  readonly before: string;
}

/**
 * Handles barcodes wherever the focus is. A scanner is a keyboard: without this, a scan into a price field becomes the
 * price, and its Enter presses the focused button. The text of the field is restored. A barcode typed by hand is
 * ignored here.
 */
export function useScanner(onScan: (barcode: string, into?: ScannedInto) => void): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    let burst: Burst | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Shift') return; // digits of some layouts need Shift
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
    // Captures keys, so that the focused field or button does not handle Enter first.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

function textFieldOf(target: EventTarget | null): TextField | undefined {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField && target.type !== 'radio' && target.type !== 'checkbox' ? target : undefined;
}

/** Sets a text as if it was typed: React notices only the event, and only when the setter of the DOM was used. */
function giveBack(field: TextField, text: string): void {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
