import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { words } from '../../../shared/words/index.ts';
import common from '../../ui/components/common.module.css';
import { Toggle } from '../../ui/components/forms/toggle.tsx';
import { Cap, KeyCap } from '../../ui/components/press/key-cap.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys } from '../../ui/page/keys.ts';
import { hashOf, useRoute } from '../../ui/page/route.ts';
import { hasSound, setSound } from '../scanner/sound.ts';
import styles from './keys-overlay.module.css';

interface KeysOverlayProps {
  readonly opened: boolean;
  readonly isManager: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

export function KeysOverlay({ opened, isManager, onOpen, onClose }: KeysOverlayProps) {
  const {
    t,
    words: { payments },
  } = useLanguage();
  useQuestionMark(onOpen);
  const everywhere = {
    title: t('help.everywhere'),
    rows: [
      { cap: <KeyCap of={keys.main} />, text: t('help.main') },
      { cap: <KeyCap of={keys.saleScreen} />, text: t('app.saleScreen') },
      { cap: <KeyCap of={keys.invoicesScreen} />, text: t('app.invoicesScreen') },
      { cap: <KeyCap of={keys.shiftScreen} />, text: t('app.shiftScreen') },
      { cap: <KeyCap of={keys.settingsScreen} />, text: t('app.settingsScreen') },
      { cap: <KeyCap of={keys.articlesScreen} />, text: t('articles.title') },
      { cap: <KeyCap of={keys.todayScreen} />, text: t('today.title') },
      { cap: <KeyCap of={keys.back} />, text: t('app.back') },
      {
        cap: <KeyCap of={keys.language} />,
        text: `${words.ar.formats.language} / ${words.en.formats.language}`,
      },
      { cap: <KeyCap of={keys.help} />, text: t('help.question') },
    ],
  };
  const sale = {
    title: t('help.inSale'),
    rows: [
      { cap: <Cap>Enter</Cap>, text: t('help.enter') },
      { cap: <KeyCap of={keys.newLine} />, text: t('sale.addLine') },
      { cap: <KeyCap of={keys.removeLine} />, text: t('sale.removeThisLine') },
      { cap: <KeyCap of={keys.undo} />, text: t('sale.undo') },
      { cap: <KeyCap of={keys.tiles} />, text: t('tiles.title') },
      { cap: <KeyCap of={keys.openItem} />, text: t('tiles.openItem') },
      { cap: <KeyCap of={keys.customer} />, text: `${t('sale.consumer')} / ${t('sale.business')}` },
      { cap: <KeyCap of={keys.discount} />, text: t('sale.discount') },
      { cap: <KeyCap of={keys.hold} />, text: t('held.hold') },
      { cap: <KeyCap of={keys.heldBaskets} />, text: t('held.title') },
    ],
  };
  const pay = {
    title: t('pay.title'),
    rows: [
      { cap: <KeyCap of={keys.payCash} />, text: payments.cash },
      { cap: <KeyCap of={keys.payCard} />, text: payments.card },
      { cap: <KeyCap of={keys.payTransfer} />, text: payments.bankTransfer },
      { cap: <KeyCap of={keys.payOnAccount} />, text: payments.onAccount },
      { cap: <KeyCap of={keys.paySeveral} />, text: t('pay.several') },
    ],
  };
  const back = {
    title: t('return.title'),
    rows: [
      { cap: <KeyCap of={keys.everything} />, text: t('return.all') },
      { cap: <KeyCap of={keys.exchange} />, text: t('exchange.start') },
      { cap: <KeyCap of={keys.confirm} />, text: t('help.confirm') },
    ],
  };
  const invoices = {
    title: t('help.inInvoices'),
    rows: [
      { cap: <Cap>/</Cap>, text: t('search.label') },
      { cap: <Cap>↑ ↓</Cap>, text: t('help.arrows') },
      { cap: <Cap>Enter</Cap>, text: t('help.open') },
    ],
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('help.title')}
      size="58rem"
      closeButtonProps={{ 'aria-label': t('app.close'), size: '3rem' }}
      classNames={{ title: common.title }}
    >
      <ThisScreen isManager={isManager} onClose={onClose} />
      <div className={styles.groups}>
        {[[everywhere, back], [sale], [pay, invoices]].map((column) => (
          <div key={column[0]?.title}>
            {column.map((group) => (
              <Group key={group.title} {...group} />
            ))}
          </div>
        ))}
      </div>
      <SoundOfScans />
    </Modal>
  );
}

const ofCashiers: readonly string[] = ['sale', 'return', 'shift', 'invoices'];

function ThisScreen({ isManager, onClose }: Pick<KeysOverlayProps, 'isManager' | 'onClose'>) {
  const { t } = useLanguage();
  const { screen } = useRoute();
  const section = screen === 'invoice' ? 'invoices' : screen === 'article' ? 'articles' : screen;
  // Anyone else gets the sale screen in place of a manager's.
  const name = isManager || ofCashiers.includes(section) ? section : 'sale';
  return (
    <section className={styles.screen}>
      <h2 className={styles.group}>{t('guide.thisScreen')}</h2>
      <p>{t(`guide.pages.${name}`)}</p>
      {isManager && (
        <a className={common.target} href={hashOf({ screen: 'settings', page: 'help' })} onClick={onClose}>
          {t('guide.title')}
        </a>
      )}
    </section>
  );
}

function SoundOfScans() {
  const { t } = useLanguage();
  const [isOn, setOn] = useState(hasSound);
  const change = (next: boolean) => {
    setSound(next);
    setOn(next);
  };
  return <Toggle label={t('scanner.sound')} checked={isOn} onChange={change} />;
}

interface GroupProps {
  readonly title: string;
  readonly rows: readonly { readonly cap: ReactNode; readonly text: string }[];
}

function Group({ title, rows }: GroupProps) {
  return (
    <section>
      <h2 className={styles.group}>{title}</h2>
      <dl className={common.flush}>
        {rows.map(({ cap, text }) => (
          <div key={text} className={styles.row}>
            <dt>{cap}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function useQuestionMark(onOpen: () => void): void {
  const open = useRef(onOpen);
  useEffect(() => {
    open.current = onOpen;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping =
        (target instanceof HTMLInputElement && target.type !== 'radio') ||
        target instanceof HTMLTextAreaElement;
      if (isTyping || (event.key !== '?' && event.key !== '؟')) return;
      open.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
