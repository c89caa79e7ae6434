import { useState } from 'react';
import type { Pending } from '../../../shared/office/orders.ts';
import forms from '../../ui/components/forms/forms.module.css';
import { Note } from '../../ui/components/marks/note.tsx';
import { Confirm } from '../../ui/components/press/confirm.tsx';
import { Written } from '../../ui/components/written.tsx';
import { useOfficeCommand } from '../office.ts';
import { ResultNote } from '../result-note.tsx';
import { useOfficeWords } from '../use-office-words.ts';

interface Done {
  readonly tone: 'good' | 'red';
  readonly text: string;
}

/** The requests that wait for a second person. The result of a confirmation stays when its card has gone. */
export function PendingRequests({ pending, now }: { pending: readonly Pending[]; now: string }) {
  const { t } = useOfficeWords();
  const [done, setDone] = useState<Done>();
  return (
    <>
      {done !== undefined && <ResultNote tone={done.tone}>{done.text}</ResultNote>}
      {pending.length > 0 && (
        <>
          <h3>{t('orders.pending')}</h3>
          <p className={forms.hint}>{t('orders.pendingLead')}</p>
          {pending.map((each) => (
            <Request
              key={`${each.kind}-${each.device}-${each.request}`}
              each={each}
              now={now}
              onDone={setDone}
            />
          ))}
        </>
      )}
    </>
  );
}

function wordsOf(each: Pending, t: ReturnType<typeof useOfficeWords>['t']) {
  const { till: name } = each;
  if (each.kind === 'release')
    return { title: t('orders.releaseOf', { name }), question: t('orders.releaseSure', { name }) };
  if (each.kind === 'manager')
    return { title: t('orders.managerOf', { name }), question: t('orders.managerSure', { name }) };
  const why = t(`orders.whys.${each.why}`);
  return each.stopped
    ? { title: t('orders.stopOf', { name, why }), question: t('orders.stopSure', { name }) }
    : { title: t('orders.goOnOf', { name, why }), question: t('orders.goOnSure', { name }) };
}

function Request({ each, now, onDone }: { each: Pending; now: string; onDone(done: Done): void }) {
  const { t, say, when } = useOfficeWords();
  const stop = useOfficeCommand('stop.confirm');
  const release = useOfficeCommand('release.confirm');
  const order = useOfficeCommand('order.confirm');
  const { device, request, askedBy, askedAt, isOwn } = each;
  const failure = stop.failure ?? release.failure ?? order.failure;
  const { title, question } = wordsOf(each, t);
  const confirm = async () => {
    if (each.kind === 'release') {
      if ((await release.run({ device, request }))?.ok) onDone({ tone: 'good', text: t('orders.released') });
      return;
    }
    if (each.kind === 'manager') {
      if ((await order.run({ device, request }))?.ok) onDone({ tone: 'good', text: t('orders.stopped') });
      return;
    }
    const stopped = await stop.run({ device, request });
    if (!stopped?.ok) return;
    const { isFrozen, icv } = stopped.value;
    onDone(
      isFrozen
        ? { tone: 'red', text: t('orders.frozen', { icv }) }
        : { tone: 'good', text: t('orders.stopped') },
    );
  };
  return (
    <section className={forms.card} data-open aria-label={title}>
      <div className={forms.head}>
        <div className={forms.about}>
          <span className={forms.name}>
            <Written text={title} />
          </span>
          {each.kind === 'release' && <Written text={each.reason} />}
          <span className={forms.soft}>
            <bdi>{t('orders.asked', { name: askedBy, time: when(askedAt, now) })}</bdi>
          </span>
        </div>
      </div>
      {failure !== undefined && <Note tone="red">{say(failure)}</Note>}
      {isOwn ? (
        <p className={forms.hint}>{t('orders.ownAsk')}</p>
      ) : (
        <div className={forms.buttons}>
          <Confirm
            label={t('orders.confirm')}
            question={question}
            busy={stop.busy || release.busy || order.busy}
            onConfirm={() => void confirm()}
          />
        </div>
      )}
    </section>
  );
}
