import { useEffect, useState } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import { Note } from '../../ui/components/marks/note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useFailureWords } from '../../ui/language/use-failure-words.ts';
import styles from './scan-signal.module.css';

export interface Signal {
  readonly kind: 'known' | 'unknown' | 'untaken' | 'noDocument';
  /** The reason of the terminal for refusing the code. */
  readonly refusal?: Failure | undefined;
  /** Counts the scans, so that two equal ones show twice. */
  readonly number: number;
}

/** The number of milliseconds for which the frame and the sentence stay. */
const flash = 700;
const reading = 5000;

/**
 * A frame around the page that distinguishes a known code from an unknown one, and a message if nothing else shows it.
 */
export function ScanSignal({ kind, refusal }: Pick<Signal, 'kind' | 'refusal'>) {
  const { t } = useLanguage();
  const { say } = useFailureWords();
  const isFlashing = useLasting(flash);
  const isReading = useLasting(reading);
  const said = refusal
    ? say(refusal)
    : kind === 'untaken' || kind === 'noDocument'
      ? t(`scanner.${kind}`)
      : undefined;
  return (
    <>
      {isFlashing && (
        <div className={styles.frame} data-kind={kind === 'known' ? 'known' : 'unknown'} aria-hidden />
      )}
      {isReading && said !== undefined && (
        <div className={styles.said}>
          <Note tone="amber">{said}</Note>
        </div>
      )}
    </>
  );
}

/** Returns true for the first milliseconds of the component. */
function useLasting(milliseconds: number): boolean {
  const [lasts, setLasts] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setLasts(false), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return lasts;
}
