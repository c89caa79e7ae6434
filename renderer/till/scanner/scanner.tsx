import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Failure } from '../../../shared/failure.ts';
import { printedCode } from '../../../shared/sale/scanned-code.ts';
import { Note } from '../../ui/components/marks/note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useFailureWords } from '../../ui/language/use-failure-words.ts';
import { isModalOpen } from '../../ui/page/modal.ts';
import { go, useRoute } from '../../ui/page/route.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalAsk, useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { isDocumentCode } from './document-code.ts';
import { listenForScans } from './listen.ts';
import styles from './scan-signal.module.css';
import { createScanSound } from './sound.ts';

/**
 * The meaning of a scan for the screen that took it. `unknown` is shown by that screen itself; `untaken` means that the
 * screen has no use for the code, which may still belong to a document. `refused` is the answer of `Scanner.refuse`.
 */
export type Meaning = 'known' | 'unknown' | 'untaken' | 'refused';

type Take = (code: string) => Meaning | Promise<Meaning>;

interface Taker {
  readonly take: Take;
  /** The field that must have the focus; a taker with a field is asked before others. */
  readonly field: string | undefined;
}

interface Scanner {
  /** @returns a function that removes the taker */
  add(taker: Taker): () => void;
  /** Opens the document with this number or QR code; false when there is none. */
  openDocument(code: string): Promise<boolean>;
  /** Shows why the terminal refused a code, whether it was scanned or typed. */
  refuse(failure: Failure): 'refused';
}

const ScannerContext = createContext<Scanner | undefined>(undefined);

/**
 * The scanner above all screens. Each scan goes to the newest screen that takes scans. A receipt's code opens its
 * document on any screen of a person who may sell. Any other scan only shows that it did nothing.
 */
export function ScannerProvider({ children }: { children: ReactNode }) {
  const findInvoice = useTerminalAsk('invoice.find');
  const added = useTerminalQuery('device.present', {}).data?.scanner;
  const status = useStatus();
  const route = useRoute();
  const takers = useRef<Taker[]>([]);
  const [signal, setSignal] = useState<Signal>();
  const [sound] = useState(createScanSound);

  const scanner = useMemo<Scanner>(
    () => ({
      add(taker) {
        takers.current.push(taker);
        return () => {
          takers.current = takers.current.filter((one) => one !== taker);
        };
      },
      async openDocument(code) {
        const found = await findInvoice({ text: code });
        if (found.ok) go({ screen: 'invoice', uuid: found.value.uuid, receipt: code });
        return found.ok;
      },
      refuse(refusal) {
        setSignal((before) => ({ kind: 'unknown', refusal, number: (before?.number ?? 0) + 1 }));
        return 'refused';
      },
    }),
    [findInvoice],
  );

  const give = async (code: string): Promise<Signal['kind'] | 'refused'> => {
    // A dialog is open and waits for its own answer.
    if (isModalOpen()) return 'untaken';
    const inField = takers.current.findLast(({ field }) => field && field === document.activeElement?.id);
    const taker = inField ?? takers.current.findLast(({ field }) => field === undefined);
    const meaning = (await taker?.take(code)) ?? 'untaken';
    if (meaning !== 'untaken') return meaning;
    const maySell =
      status?.credential === 'production' && status.role !== 'nobody' && status.vault === 'open';
    if (!maySell || route.screen === 'setup' || !isDocumentCode(code)) return 'untaken';
    return (await scanner.openDocument(code)) ? 'known' : 'noDocument';
  };
  const onScan = useEffectEvent(async (scanned: string) => {
    const code = printedCode(scanned, added);
    if (code === '') return;
    const kind = await give(code);
    if (kind !== 'refused') setSignal((before) => ({ kind, number: (before?.number ?? 0) + 1 }));
    // This comes after the frame with the line, because starting a tone takes a browser longer than the line.
    requestAnimationFrame(() => setTimeout(() => sound.play(kind === 'known' ? 'known' : 'unknown')));
  });
  useEffect(() => listenForScans((code) => void onScan(code)), []);

  return (
    <ScannerContext value={scanner}>
      {children}
      {signal && <ScanSignal key={signal.number} kind={signal.kind} refusal={signal.refusal} />}
    </ScannerContext>
  );
}

/**
 * Takes scans while the component is mounted.
 * @param field the id of the field that must have the focus; without one, the whole screen takes them
 */
export function useScans(take: Take, field?: string): void {
  const { add } = useScanner();
  const taken = useEffectEvent(take);
  useEffect(() => add({ take: (code) => taken(code), field }), [add, field]);
}

export function useScanner(): Scanner {
  const scanner = useContext(ScannerContext);
  if (scanner === undefined) throw new Error('outside ScannerProvider');
  return scanner;
}

interface Signal {
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
function ScanSignal({ kind, refusal }: Pick<Signal, 'kind' | 'refusal'>) {
  const { t } = useLanguage();
  const { say } = useFailureWords();
  const isFlashing = useLasting(flash);
  const isReading = useLasting(reading);
  const text = refusal
    ? say(refusal)
    : kind === 'untaken' || kind === 'noDocument'
      ? t(`scanner.${kind}`)
      : undefined;
  return (
    <>
      {isFlashing && (
        <div className={styles.frame} data-kind={kind === 'known' ? 'known' : 'unknown'} aria-hidden />
      )}
      {isReading && text !== undefined && (
        <div className={styles.text}>
          <Note tone="amber">{text}</Note>
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
