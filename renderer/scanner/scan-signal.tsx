import { useEffect, useState } from 'react';
import { Note } from '../components/note.tsx';
import { useLanguage } from '../language/language.tsx';
import styles from './scan-signal.module.css';

export interface Signal {
  readonly kind: 'known' | 'unknown' | 'untaken' | 'noDocument';
  /** Counts the scans, so that two equal ones show twice. */
  readonly number: number;
}

/** The number of milliseconds for which the frame and the sentence stay. */
const flash = 700;
const reading = 5000;

/**
 * A frame around the page that distinguishes a known code from an unknown one, and a message if nothing else shows it.
 */
export function ScanSignal({ kind }: Pick<Signal, 'kind'>) {
  const { t } = useLanguage();
  const isFlashing = useLasting(flash);
  const isSaid = useLasting(reading) && (kind === 'untaken' || kind === 'noDocument');
  return (
    <>
      {isFlashing && (
        <div className={styles.frame} data-kind={kind === 'known' ? 'known' : 'unknown'} aria-hidden />
      )}
      {isSaid && (
        <div className={styles.said}>
          <Note tone="amber">{t(`scanner.${kind}`)}</Note>
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
