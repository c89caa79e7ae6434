import { Flex, UnstyledButton } from '@mantine/core';
import { IconArrowRight, IconBackspace } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Failure, Result } from '../../../shared/failure.ts';
import { samplePin } from '../../../shared/sample-shop.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { fewestDigits, fewestOfShortPin, mostDigits } from '../../../shared/values/pin.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import common from '../../ui/components/common.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './pin-pad.module.css';

const places = Array.from({ length: mostDigits }, (_, place) => place);
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

interface PinPadProps {
  /** The person whose PIN it is; each has a wait of their own. */
  readonly person: string;
  readonly enterLabel: string;
  check(pin: string): Promise<Result<unknown> | undefined>;
}

export function PinPad({ person, enterLabel, check }: PinPadProps) {
  const { t, format, language } = useLanguage();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [pin, setPin] = useState('');
  const { tryAt, shortPin } = usePerson(person) ?? {};
  const [wait, setWait] = useCountdown(person, tryAt);
  const fewest = shortPin === true ? fewestOfShortPin : fewestDigits;
  const { sampleShop } = useStatus() ?? {};
  const hasSample = sampleShop !== undefined && sampleShop !== 'new';
  const isBlocked = busy || wait > 0;

  const press = (digit: string) => {
    if (isBlocked) return;
    setFailure(undefined);
    setPin((typed) => (typed + digit).slice(0, mostDigits));
  };
  const erase = () => setPin((typed) => typed.slice(0, -1));
  const enter = async () => {
    if (isBlocked || pin.length < fewest) return;
    setBusy(true);
    const result = await check(pin);
    setBusy(false);
    if (result?.ok !== false) return;
    setFailure(result.failure);
    setPin('');
    setWait(Number(result.failure.detail?.seconds ?? 0));
  };
  useKeyboard({ press, erase, enter: () => void enter() });

  const message =
    wait > 0
      ? t('signIn.wait', { shown: format.count(wait) })
      : failure?.code === 'wrong-pin'
        ? t('signIn.wrong')
        : failure && describeFailure(failure, language);
  return (
    <Flex direction="column" align="center">
      <Flex
        gap="sm"
        align="center"
        h="2rem"
        role="img"
        aria-label={t('signIn.digits', { count: pin.length })}
      >
        {places.slice(0, Math.max(fewest, pin.length)).map((place) => (
          <span key={place} className={styles.dot} data-filled={place < pin.length || undefined} />
        ))}
      </Flex>
      <p className={styles.message} role="alert">
        {message}
      </p>
      {hasSample && <p>{t('firstShop.pin', { pin: samplePin })}</p>}
      <fieldset
        className={styles.keys}
        dir="ltr"
        aria-label={t('signIn.pad')}
        data-held={isBlocked || undefined}
      >
        {digits.map((digit) => (
          <UnstyledButton key={digit} className={styles.key} onClick={() => press(digit)}>
            {digit}
          </UnstyledButton>
        ))}
        <UnstyledButton className={styles.key} aria-label={t('signIn.erase')} onClick={erase}>
          <IconBackspace size={28} stroke={1.5} aria-hidden />
        </UnstyledButton>
        <UnstyledButton className={styles.key} onClick={() => press('0')}>
          0
        </UnstyledButton>
        <UnstyledButton
          className={styles.enter}
          aria-label={enterLabel}
          aria-disabled={isBlocked || pin.length < fewest}
          onClick={() => void enter()}
        >
          <IconArrowRight size={28} className={common.mirrored} aria-hidden />
        </UnstyledButton>
      </fieldset>
    </Flex>
  );
}

/** A window that was opened anew knows from the list of a wait that began before. */
const usePerson = (person: string) =>
  useTerminalQuery('people.list', {}).data?.people.find(({ name }) => name === person);

/** The end of each person's wait, by this device's clock: it runs on while the pad is closed. */
const waits = new Map<string, number>();

/** @param tryAt the end of a wait that began before this window was opened */
const laterOf = (begun: number, tryAt: string | undefined) =>
  Math.max(begun, tryAt === undefined ? 0 : Date.parse(tryAt));

/** Returns the whole seconds until this person's PIN may be tried again, and a function that begins a wait. */
function useCountdown(
  person: string,
  tryAt: string | undefined,
): [left: number, begin: (seconds: number) => void] {
  const [begun, setBegun] = useState(() => waits.get(person) ?? 0);
  const end = laterOf(begun, tryAt);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const isWaiting = left > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return [
    left,
    (seconds) => {
      const started = Date.now();
      waits.set(person, started + seconds * 1000);
      setBegun(started + seconds * 1000);
      setNow(started);
    },
  ];
}

function useKeyboard(presses: { press(digit: string): void; erase(): void; enter(): void }): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const digit = withLatinNumbers(event.key);
    // If a button has the focus, Enter presses that button.
    const isOnButton = event.target instanceof HTMLButtonElement;
    if (/^\d$/.test(digit)) presses.press(digit);
    else if (event.key === 'Backspace') presses.erase();
    else if (event.key === 'Enter' && !isOnButton) presses.enter();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
