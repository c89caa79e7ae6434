import { Button } from '@mantine/core';
import { memo, useDeferredValue } from 'react';
import { itemOfArticle } from '../../../../shared/contract/till/article-item.ts';
import type { Article, ArticleGroup } from '../../../../shared/contract/till/articles.ts';
import type { KnownItem } from '../../../../shared/contract/till/items.ts';
import { nameInDocument } from '../../../../shared/sale/article.ts';
import { unitWords } from '../../../../shared/words/article-files.ts';
import shades from '../../../ui/components/marks/shades.module.css';
import { useNameOf } from '../../../ui/components/use-name-of.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { withHalalas } from '../../../ui/language/read-amount.ts';
import { useCart } from '../../cart/cart.tsx';
import styles from './tiles.module.css';
import { useTakeTile } from './use-take-tile.ts';
import type { TileList } from './use-tile-list.ts';

interface TileGridProps {
  readonly list: TileList;
  readonly groups: readonly ArticleGroup[];
  readonly onTaken: (key: string) => void;
  /** Called when the focus moved to a field in which something is missing. */
  readonly onMissing: (() => void) | undefined;
}

export function TileGrid({ list, groups, onTaken, onMissing }: TileGridProps) {
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
      <bdi className={styles.name}>{name}</bdi>
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
