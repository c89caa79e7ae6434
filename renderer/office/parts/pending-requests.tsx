import { useState } from 'react';
import type { Pending } from '../../../shared/office/orders.ts';
import forms from '../../ui/components/forms/forms.module.css';
import { Note } from '../../ui/components/marks/note.tsx';
import { Confirm } from '../../ui/components/press/confirm.tsx';
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

function Request({ each, now, onDone }: { each: Pending; now: string; onDone(done: Done): void }) {
  const { t, say, when } = useOfficeWords();
  const stop = useOfficeCommand('stop.confirm');
  const release = useOfficeCommand('release.confirm');
  const { device, request, till: name, askedBy, askedAt, isOwn } = each;
  const failure = stop.failure ?? release.failure;
  const title =
    each.kind === 'release'
      ? t('orders.releaseOf', { name })
      : t(each.stopped ? 'orders.stopOf' : 'orders.goOnOf', { name, why: t(`orders.whys.${each.why}`) });
  const question =
    each.kind === 'release'
      ? t('orders.releaseSure', { name })
      : t(each.stopped ? 'orders.stopSure' : 'orders.goOnSure', { name });
  const confirm = async () => {
    if (each.kind === 'release') {
      if ((await release.run({ device, request }))?.ok) onDone({ tone: 'good', text: t('orders.released') });
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
            <bdi>{title}</bdi>
          </span>
          {each.kind === 'release' && <bdi>{each.reason}</bdi>}
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
            busy={stop.busy || release.busy}
            onConfirm={() => void confirm()}
          />
        </div>
      )}
    </section>
  );
}
