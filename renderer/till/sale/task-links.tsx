import { Box, Button, Flex, Modal } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBasketPause,
  IconBolt,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Failure, Result } from '../../../shared/failure.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import { ActorName } from '../../ui/components/actor-name.tsx';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { PracticeFaults } from '../../ui/components/practice-faults.tsx';
import { Confirm } from '../../ui/components/press/confirm.tsx';
import { KeyCap } from '../../ui/components/press/key-cap.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { hashOf } from '../../ui/page/route.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { useCart } from '../cart/cart.tsx';
import { isPlain } from '../cart/draft-advanced.ts';
import { filledKeys } from '../cart/sale-of-draft.ts';
import styles from './sale-screen.module.css';
import { StoredText } from './unreadable-basket.tsx';

interface TaskLinksProps {
  /** The amount due in riyals, if it is known. */
  readonly total: number | undefined;
  readonly advanced: { readonly isShown: boolean; readonly onSwitch: (() => void) | undefined };
}

export function TaskLinks({ advanced, total }: TaskLinksProps) {
  const { t, language } = useLanguage();
  const { draft } = useCart();
  const Back = language === 'ar' ? IconArrowForwardUp : IconArrowBackUp;
  return (
    <div className={styles.actions}>
      <Button
        component="a"
        variant="default"
        href={hashOf({ screen: 'return' })}
        leftSection={<Back size={20} aria-hidden />}
        rightSection={<KeyCap of={keys.return} />}
      >
        {t('return.title')}
      </Button>
      <HeldBaskets total={total} />
      {advanced.onSwitch !== undefined && (
        <Button
          variant="default"
          aria-expanded={advanced.isShown}
          leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden />}
          rightSection={<KeyCap of={keys.more} />}
          onClick={advanced.onSwitch}
        >
          {t(isPlain(draft.advanced) ? 'special.open' : 'special.everyday')}
        </Button>
      )}
      {useStatus()?.environment === 'training' && <Practice />}
    </div>
  );
}

function Practice() {
  const { t } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        px="sm"
        miw="3rem"
        aria-label={t('practice.title')}
        title={t('practice.title')}
        onClick={() => setOpen(true)}
      >
        <IconBolt size={20} aria-hidden />
      </Button>
      <Window title={t('practice.title')} opened={isOpen} onClose={() => setOpen(false)}>
        <PracticeFaults />
      </Window>
    </>
  );
}

interface HeldBasketsProps {
  /** The amount due in riyals, if it is known. */
  readonly total: number | undefined;
}

function HeldBaskets({ total }: HeldBasketsProps) {
  const { t, format } = useLanguage();
  const { draft } = useCart();
  const [open, setOpen] = useState<'hold' | 'list'>();
  const { data } = useTerminalQuery('basket.list', {});
  const held = data?.baskets ?? [];
  // A correction returns to its document, and is not a basket for other people.
  const canHold = draft.correction === undefined && filledKeys(draft).length > 0;
  const hold = () => canHold && setOpen('hold');
  const list = () => setOpen('list');
  useKeys({ [keys.hold]: hold, [keys.heldBaskets]: list });
  const close = () => setOpen(undefined);
  return (
    <>
      <Button
        variant="default"
        aria-disabled={!canHold}
        {...(!canHold && { 'data-disabled': true })}
        leftSection={<IconBasketPause size={20} aria-hidden />}
        rightSection={<KeyCap of={keys.hold} />}
        onClick={hold}
      >
        {t('held.hold')}
      </Button>
      {held.length > 0 && (
        <Button variant="default" rightSection={<KeyCap of={keys.heldBaskets} />} onClick={list}>
          {t('held.title')} · {format.count(held.length)}
        </Button>
      )}
      <Window title={t('held.holdTitle')} opened={open === 'hold'} onClose={close}>
        <HoldForm total={total} onDone={close} />
      </Window>
      <Window title={t('held.title')} opened={open === 'list'} onClose={close}>
        <HeldList onDone={close} />
      </Window>
    </>
  );
}

interface WindowProps {
  readonly title: string;
  readonly opened: boolean;
  onClose(): void;
  readonly children: React.ReactNode;
}

function Window({ title, children, ...rest }: WindowProps) {
  const { t } = useLanguage();
  return (
    <Modal
      title={title}
      size="36rem"
      centered
      closeButtonProps={{ 'aria-label': t('app.close'), size: '3rem' }}
      {...rest}
    >
      {children}
    </Modal>
  );
}

function HoldForm({ total, onDone }: HeldBasketsProps & { onDone(): void }) {
  const { t } = useLanguage();
  const { hold } = useCart();
  const { run, busy, trouble } = useOnce(onDone);
  const { text, onSubmit } = useForm({
    id: 'held',
    initial: { note: '' },
    send: ({ note }) => run(() => hold(note, total)),
  });
  return (
    <form className={common.column} onSubmit={onSubmit} noValidate>
      {trouble}
      <Field {...text('note')} label={t('held.note')} maxLength={100} data-autofocus />
      <Button type="submit" size="lg" aria-disabled={busy}>
        {t('held.hold')}
      </Button>
    </form>
  );
}

function HeldList({ onDone }: { onDone(): void }) {
  const { t, format } = useLanguage();
  const { recall } = useCart();
  const discard = useTerminalCommand('basket.discard');
  const { data } = useTerminalQuery('basket.list', {});
  const { run, busy, trouble } = useOnce(onDone);
  return (
    <>
      {trouble}
      <FailureNote of={discard.failure} />
      {data?.baskets.length === 0 && <p>{t('held.none')}</p>}
      <ul className={common.bare}>
        {data?.baskets.map(({ id, owner, note, lines, pieces, total, card, changedAt, unreadable }) => (
          <Flex component="li" key={id} className={common.ruled} wrap="wrap" gap="sm" align="center" py="sm">
            <Flex component="span" flex="1 1 14rem" direction="column" lh={1.5}>
              <strong>
                <Written text={note} /> {total !== undefined && <Money amount={total} currency="SAR" />}
              </strong>
              <span className={common.soft}>
                <ActorName name={owner} /> · {format.time(changedAt)} · {t('held.lines', { count: lines })} ·{' '}
                {t('sale.pieces', { count: pieces })}
              </span>
              {card !== undefined && (
                <Box component="span" c="var(--amber-ink)">
                  {t(card === 'paid' ? 'held.cardPaid' : 'held.cardOpen')}
                </Box>
              )}
              {unreadable !== undefined && (
                <Box component="span" c="var(--red)">
                  {t('held.unreadable.mark')}
                </Box>
              )}
            </Flex>
            {unreadable === undefined ? (
              <Button
                aria-disabled={busy}
                aria-label={t('held.recallOf', { owner: note ?? owner })}
                onClick={() => void run(() => recall(id))}
              >
                {t('held.recall')}
              </Button>
            ) : (
              <StoredText id={id} />
            )}
            <Confirm
              label={t('held.discard')}
              question={t('held.discardSure')}
              busy={discard.busy}
              onConfirm={() => void discard.run({ id })}
            />
          </Flex>
        ))}
      </ul>
    </>
  );
}

/** Runs one action at a time, and shows its failure or calls `onDone`; undefined while another one runs. */
function useOnce(onDone: () => void) {
  const { language } = useLanguage();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const run = async (action: () => Promise<Result<unknown>>) => {
    if (busy) return undefined;
    setBusy(true);
    const result = await action();
    setBusy(false);
    setFailure(result.ok ? undefined : result.failure);
    if (result.ok) onDone();
    return result;
  };
  const trouble = failure && <Note tone="red">{describeFailure(failure, language)}</Note>;
  return { run, busy, trouble };
}
