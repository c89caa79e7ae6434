import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Article } from '../../../shared/contract/till/articles.ts';
import { SearchText } from '../../ui/components/forms/search-text.tsx';
import entries from '../../ui/components/layout/entries.module.css';
import { useNameOf } from '../../ui/components/use-name-of.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { ArticleName } from './article-name.tsx';
import styles from './articles.module.css';
import { Price } from './price.tsx';

interface ArticleChoiceProps {
  readonly label: string;
  readonly button: string;
  nameButton(name: string): string;
  readonly except?: string | undefined;
  readonly busy: boolean;
  onChoose(article: Article): void;
}

const shown = 8;

export function ArticleChoice({ label, button, nameButton, except, busy, onChoose }: ArticleChoiceProps) {
  const { language } = useLanguage();
  const nameOf = useNameOf();
  const [text, setText] = useState('');
  const { data } = useTerminalQuery('article.list', text.trim() === '' ? undefined : { text, language }, {
    keepsPrevious: true,
  });
  const found = data?.articles.filter(({ id }) => id !== except) ?? [];
  return (
    <>
      <SearchText label={label} autoFocus onSearch={setText} />
      <ul className={entries.rows}>
        {found.slice(0, shown).map((article) => (
          <li key={article.id} className={styles.group}>
            <ArticleName of={article} />
            <Price price={article.price} />
            <Button
              variant="default"
              aria-disabled={busy}
              aria-label={nameButton(nameOf(article))}
              onClick={() => onChoose(article)}
            >
              {button}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
