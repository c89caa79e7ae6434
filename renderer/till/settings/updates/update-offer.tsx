import { Button } from '@mantine/core';
import type { Updates } from '../../../../shared/contract/terminal/updates.ts';
import { describeUpdateTrouble, describeUpdateWait } from '../../../../shared/words/updates.ts';
import common from '../../../ui/components/common.module.css';
import section from '../../../ui/components/layout/page-section.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import styles from './updates-page.module.css';

type Offer = NonNullable<Updates['offer']>;

export function UpdateOffer({ view }: { view: Updates }) {
  const { t } = useLanguage();
  const look = useTerminalCommand('update.look');
  return (
    <section className={`${section.section} ${styles.section}`}>
      {(view.offer === undefined || view.looked?.why !== undefined) && <LastLook view={view} />}
      {view.offer && <Offered view={view} offer={view.offer} />}
      {view.server !== undefined && (
        <div>
          <Button variant="default" aria-disabled={look.busy} onClick={() => void look.run({})}>
            {t(look.busy ? 'updates.looking' : 'updates.look')}
          </Button>
        </div>
      )}
      <FailureNote of={look.failure} />
    </section>
  );
}

function LastLook({ view: { looked } }: { view: Updates }) {
  const { t, language, format } = useLanguage();
  if (looked === undefined) return <p>{t('updates.none')}</p>;
  const when = t('updates.looked', { when: format.dateTime(looked.at) });
  if (looked.why === undefined)
    return (
      <p>
        {t('updates.current')} {when}
      </p>
    );
  return (
    <Note tone="amber">
      {describeUpdateTrouble(looked.why, language)} {when}
    </Note>
  );
}

function Offered({ view, offer }: { view: Updates; offer: Offer }) {
  const { t, language, format } = useLanguage();
  return (
    <>
      <h3 className={styles.version}>{t('updates.offered', { version: offer.version })}</h3>
      <p className={common.soft}>
        {t('updates.facts', { size: format.size(offer.bytes), when: format.dateTime(offer.since) })}{' '}
        {offer.stage < 100 && t('updates.stage', { percent: offer.stage })}
      </p>
      {offer.folder !== undefined && (
        <p className={common.soft}>
          {t('updates.fromFolder')} <bdi dir="ltr">{offer.folder}</bdi>
        </p>
      )}
      {offer.isOlder && <Note tone="amber">{t('updates.older')}</Note>}
      <p className={styles.notes}>{offer.notes[language]}</p>
      <Install view={view} offer={offer} />
    </>
  );
}

function Install({ view, offer }: { view: Updates; offer: Offer }) {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('update.install');
  if (view.way === 'none') return <p>{t('updates.cannot')}</p>;
  if (view.way === 'system')
    return (
      <>
        <p>{t(view.command === undefined ? 'updates.byPackages' : 'updates.byCommand')}</p>
        {view.command !== undefined && (
          <code dir="ltr" className={styles.command}>
            {view.command}
          </code>
        )}
      </>
    );
  const { from, to } = view.night;
  return (
    <>
      {offer.tonight && <Note tone="amber">{t('updates.isTonight', { from, to })}</Note>}
      {view.wait !== undefined && <Note tone="amber">{describeUpdateWait(view.wait, language)}</Note>}
      <div className={common.buttons}>
        <Button size="xl" aria-disabled={busy} onClick={() => void run({ when: 'now' })}>
          {t(busy ? 'updates.installing' : 'updates.installNow')}
        </Button>
        {view.isSilent && (
          <Button
            size="xl"
            variant="default"
            aria-disabled={busy}
            onClick={() => void run({ when: offer.tonight ? 'not' : 'tonight' })}
          >
            {t(offer.tonight ? 'updates.notTonight' : 'updates.tonight')}
          </Button>
        )}
      </div>
      <p className={common.soft}>{t('updates.nowHint')}</p>
      <FailureNote of={failure} />
    </>
  );
}
