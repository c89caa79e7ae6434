import { Box, Button, Flex } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { PadDock } from '../../ui/components/pad/pad-dock.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { go, hashOf } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { useScans } from '../scanner/scanner.tsx';
import { numberField, padded } from './padded-fields.ts';
import styles from './return-screen.module.css';

export function FindDocument() {
  const { t, language } = useLanguage();
  const { run, failure, forget } = useTerminalCommand('invoice.find');
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  /** Opens the return of the document with this number or QR code; false when there is none. */
  const open = async (code: string): Promise<boolean> => {
    const found = await run({ text: code });
    if (found?.ok) go({ screen: 'return', uuid: found.value.uuid, receipt: code });
    return found?.ok === true;
  };
  const find = async () => {
    const typed = withLatinNumbers(text).trim();
    if (typed !== '' && (await open(typed))) return;
    field.current?.focus();
    field.current?.select();
  };
  useScans(async (code) => ((await open(code)) ? 'known' : 'unknown'));
  useKeys({ [keys.main]: () => void find(), [keys.back]: () => go({ screen: 'sale' }) });

  return (
    <main className={styles.find}>
      <header className={styles.head}>
        <Box component="h1" fz="1.625rem" fw={600}>
          {t('return.title')}
        </Box>
        <Flex component="p" wrap="wrap" gap="0 1.25rem" lh="1.75rem" c="dimmed">
          {t('return.how')}
        </Flex>
      </header>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <Field
          ref={field}
          id={numberField}
          label={t('return.number')}
          value={text}
          error={failure && describeFailure(failure, language)}
          dir="ltr"
          onText={(next) => {
            setText(next);
            forget();
          }}
        />
        <MainAction onClick={() => void find()}>{t('return.find')}</MainAction>
      </form>
      <div className={common.buttons}>
        <Button variant="subtle" component="a" href={hashOf({ screen: 'invoices' })}>
          {t('return.noReceipt')}
        </Button>
      </div>
      <OpenReturns />
      <PadDock fields={padded} onDone={() => void find()} />
    </main>
  );
}

/** The returns without a credit note whose money was refunded to a card, or may have been. */
function OpenReturns() {
  const { t, format } = useLanguage();
  const returns = useTerminalQuery('card.returns', {}).data?.returns ?? [];
  if (returns.length === 0) return null;
  return (
    <Note tone="amber">
      <strong>{t('return.card.open')}</strong>
      <ul className={styles.open}>
        {returns.map(({ payment: { id, state, amount, currency }, uuid, number }) => (
          <li key={id}>
            <span>
              {t(state === 'approved' ? 'return.card.openPaid' : 'return.card.openUnknown', {
                number,
                amount: `${format.money(amount)} ${format.currency(currency)}`,
              })}
            </span>
            <Button variant="default" component="a" href={hashOf({ screen: 'return', uuid })}>
              {t('return.card.goOn')}
            </Button>
          </li>
        ))}
      </ul>
    </Note>
  );
}
