import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { memo, type Ref, useDeferredValue, useState } from 'react';
import { itemOfArticle } from '../../../../shared/contract/till/article-item.ts';
import type { Article, ArticleGroup } from '../../../../shared/contract/till/articles.ts';
import type { KnownItem } from '../../../../shared/contract/till/items.ts';
import { nameInDocument } from '../../../../shared/sale/article.ts';
import { unitWords } from '../../../../shared/words/article-files.ts';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import shades from '../../../ui/components/marks/shades.module.css';
import { KeyCap } from '../../../ui/components/press/key-cap.tsx';
import { useNameOf } from '../../../ui/components/use-name-of.ts';
import { Written } from '../../../ui/components/written.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { withHalalas } from '../../../ui/language/read-amount.ts';
import { type Key, keys } from '../../../ui/page/keys.ts';
import { hashOf } from '../../../ui/page/route.ts';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { useCart } from '../../cart/cart.tsx';
import { OpenItem } from './open-item.tsx';
import styles from './tiles.module.css';
import type { OpenAmount } from './use-open-amount.ts';
import { useTakeTile } from './use-take-tile.ts';
import { type TileList, useTileList } from './use-tile-list.ts';

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
      <Written text={label} />
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

interface TileGridProps {
  readonly list: TileList;
  readonly groups: readonly ArticleGroup[];
  readonly onTaken: (key: string) => void;
  /** Called when the focus moved to a field in which something is missing. */
  readonly onMissing: (() => void) | undefined;
}

function TileGrid({ list, groups, onTaken, onMissing }: TileGridProps) {
  const { t } = useLanguage();
  const take = useTakeTile(onTaken, onMissing);
  const draft = useDeferredValue(useCart().draft);
  const { articles, earlier, later, isKnown } = list;
  const counts = new Map<string, string>();
  for (const { name, quantity } of draft.lines) if (name !== '') counts.set(name, quantity);
  return (
    <>
      <ul className={styles.grid}>
        {articles.map((article) => (
          <li key={article.id}>
            <Tile
              article={article}
              colour={article.colour ?? groups.find(({ id }) => id === article.group)?.colour}
              inBasket={counts.get(nameInDocument(article))}
              onTake={take}
            />
          </li>
        ))}
      </ul>
      {isKnown && articles.length === 0 && <p className={styles.nothing}>{t('tiles.noneHere')}</p>}
      {(earlier ?? later) !== undefined && (
        <div className={styles.pager}>
          <Button variant="default" disabled={earlier === undefined} onClick={earlier}>
            {t('tables.earlier')}
          </Button>
          <Button variant="default" disabled={later === undefined} onClick={later}>
            {t('tables.later')}
          </Button>
        </div>
      )}
    </>
  );
}

interface TileProps {
  readonly article: Article;
  readonly colour: string | undefined;
  readonly inBasket: string | undefined;
  readonly onTake: (item: KnownItem, isByKey: boolean) => void;
}

const Tile = memo(ArticleTile);

function ArticleTile({ article, colour, inBasket, onTake }: TileProps) {
  const { language } = useLanguage();
  const name = useNameOf()(article);
  const { price, unit } = article;
  return (
    <button
      type="button"
      className={`${styles.tile} ${shades.shade}`}
      data-colour={colour}
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ detail }) => onTake(itemOfArticle(article), detail === 0)}
    >
      <Written text={name} className={styles.name} />
      <span className={styles.foot}>
        <bdi dir="ltr">{price === undefined ? '…' : withHalalas(price)}</bdi>
        {unit !== 'PCE' && <span>/ {unitWords[language].names[unit]}</span>}
        {inBasket !== undefined && (
          <bdi className={styles.count}>{inBasket === '' ? '?' : `${inBasket} ×`}</bdi>
        )}
      </span>
    </button>
  );
}
