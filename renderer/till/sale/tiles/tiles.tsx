import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type Ref, useState } from 'react';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import shades from '../../../ui/components/marks/shades.module.css';
import { KeyCap } from '../../../ui/components/press/key-cap.tsx';
import { useNameOf } from '../../../ui/components/use-name-of.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { type Key, keys } from '../../../ui/page/keys.ts';
import { hashOf } from '../../../ui/page/route.ts';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { OpenItem } from './open-item.tsx';
import { TileGrid } from './tile-grid.tsx';
import styles from './tiles.module.css';
import type { OpenAmount } from './use-open-amount.ts';
import { useTileList } from './use-tile-list.ts';

interface TilesProps {
  readonly amount: OpenAmount;
  /** The tab that is shown first; if omitted, the favourites. */
  readonly begin: 'open' | undefined;
  readonly onTaken: (key: string) => void;
  readonly onClose: (() => void) | undefined;
  readonly searchRef: Ref<HTMLInputElement>;
}

export function Tiles({ amount, begin, onTaken, onClose, searchRef }: TilesProps) {
  const { t } = useLanguage();
  const nameOf = useNameOf();
  const groups = useTerminalQuery('article.groups', {}).data?.groups ?? [];
  const [tab, setTab] = useState<string | undefined>(begin);
  const list = useTileList(tab);
  const shown = list.isEmpty ? 'open' : list.tab;
  const choose = (name: string) => () => {
    setTab(name);
    list.search('');
  };
  const tabs = [
    ...(list.hasFavourites ? [{ name: 'favourites', label: t('tiles.favourites'), colour: undefined }] : []),
    ...groups
      .filter(({ articles }) => articles > 0)
      .map((group) => ({ name: group.id, label: nameOf(group), colour: group.colour })),
    { name: 'all', label: t('tiles.all'), colour: undefined },
    { name: 'open', label: t('tiles.openItem'), colour: undefined },
  ];
  return (
    <section className={styles.tiles} aria-label={t('tiles.title')}>
      <div className={styles.top}>
        {!list.isEmpty && (
          <Field
            ref={searchRef}
            className={common.grow}
            messageId="tiles"
            aria-label={t('tiles.search')}
            placeholder={t('tiles.search')}
            value={list.typed}
            error={undefined}
            onText={list.search}
          />
        )}
        {onClose !== undefined && (
          <ActionIcon variant="default" aria-label={t('tiles.close')} onClick={onClose}>
            <IconX size={24} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {list.isEmpty ? (
        <NoArticles />
      ) : (
        <nav className={styles.tabs} aria-label={t('tiles.groups')}>
          {tabs.map(({ name, label, colour }) => (
            <Tab
              key={name}
              label={label}
              colour={colour}
              isShown={name === shown}
              cap={name === 'open' ? keys.openItem : undefined}
              onChoose={choose(name)}
            />
          ))}
        </nav>
      )}
      {shown === 'open' ? (
        <OpenItem amount={amount} groups={groups} onTaken={onTaken} />
      ) : (
        <TileGrid list={list} groups={groups} onTaken={onTaken} onMissing={onClose} />
      )}
    </section>
  );
}

interface TabProps {
  readonly label: string;
  readonly colour: string | undefined;
  readonly isShown: boolean;
  readonly cap: Key | undefined;
  readonly onChoose: () => void;
}

function Tab({ label, colour, isShown, cap, onChoose }: TabProps) {
  return (
    <button
      type="button"
      className={`${styles.tab} ${shades.shade}`}
      data-colour={colour}
      aria-pressed={isShown}
      onClick={onChoose}
    >
      <bdi>{label}</bdi>
      {cap !== undefined && <KeyCap of={cap} />}
    </button>
  );
}

function NoArticles() {
  const { t } = useLanguage();
  const isManager = useStatus()?.role === 'manager';
  return (
    <div className={styles.none}>
      <p>{t('tiles.none')}</p>
      {isManager && (
        <Button variant="default" component="a" href={hashOf({ screen: 'articles', page: 'list' })}>
          {t('tiles.toArticles')}
        </Button>
      )}
    </div>
  );
}
