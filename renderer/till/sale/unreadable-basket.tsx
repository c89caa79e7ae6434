import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import { ActorName } from '../../ui/components/actor-name.tsx';
import common from '../../ui/components/common.module.css';
import code from '../../ui/components/layout/code-block.module.css';
import { Sheet } from '../../ui/components/layout/sheet.tsx';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { Confirm } from '../../ui/components/press/confirm.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { saveFile } from '../../ui/components/tables/save-file.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import type { UnreadableBasket as Unreadable } from '../cart/basket-keeper.ts';
import { useCart } from '../cart/cart.tsx';

/** Shown instead of the sale while the kept basket cannot be read; a person decides what becomes of it. */
export function UnreadableBasket({ unreadable: { failure, basket } }: { unreadable: Unreadable }) {
  const { t, format, language } = useLanguage();
  const { leaveUnreadable } = useCart();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Failure>();
  const leave = async (how: 'aside' | 'discard' | 'again') => {
    if (busy) return;
    setBusy(true);
    const result = await leaveUnreadable(how);
    setBusy(false);
    setRefusal(result.ok ? undefined : result.failure);
  };
  const proceed = () => void leave(basket === undefined ? 'again' : 'aside');
  useKeys({ [keys.main]: proceed });
  return (
    <Sheet title={t('held.unreadable.title')} lead={describeFailure(failure, language)}>
      {basket !== undefined && (
        <>
          <Text component="p" fw={600}>
            {t('held.unreadable.known')} <ActorName name={basket.owner} /> · {format.time(basket.changedAt)} ·{' '}
            {t('held.lines', { count: basket.lines })} · {t('sale.pieces', { count: basket.pieces })}
            {basket.total !== undefined && (
              <>
                {' · '}
                <Money amount={basket.total} currency="SAR" />
              </>
            )}
          </Text>
          {basket.card !== undefined && (
            <Text c="var(--amber-ink)">{t(basket.card === 'paid' ? 'held.cardPaid' : 'held.cardOpen')}</Text>
          )}
          <p>{t('held.unreadable.next')}</p>
        </>
      )}
      <FailureNote of={refusal} />
      <MainAction onClick={proceed} disabled={busy}>
        {t(basket === undefined ? 'app.tryAgain' : 'held.unreadable.aside')}
      </MainAction>
      {basket !== undefined && (
        <div className={common.actions}>
          <StoredText id={basket.id} />
          <Confirm
            label={t('held.discard')}
            question={t('held.discardSure')}
            busy={busy}
            onConfirm={() => void leave('discard')}
          />
        </div>
      )}
    </Sheet>
  );
}

/** Shows a manager the stored text of a basket. */
export function StoredText({ id }: { id: string }) {
  const { t } = useLanguage();
  const isManager = useStatus()?.role === 'manager';
  const { run, busy, failure } = useTerminalCommand('basket.content');
  const [text, setText] = useState<string>();
  if (!isManager) return <p className={common.soft}>{t('held.unreadable.forManager')}</p>;
  const show = async () => {
    const result = await run({ id });
    if (result?.ok) setText(result.value.draft);
  };
  if (text === undefined)
    return (
      <>
        <FailureNote of={failure} />
        <Button variant="default" aria-disabled={busy} onClick={() => void show()}>
          {t('held.unreadable.show')}
        </Button>
      </>
    );
  return (
    <>
      <pre className={code.block} dir="ltr">
        {text}
      </pre>
      <Button variant="default" onClick={() => saveFile(`basket-${id}.json`, text, 'application/json')}>
        {t('held.unreadable.save')}
      </Button>
    </>
  );
}
