import { Button, Flex, Text } from '@mantine/core';
import { useState } from 'react';
import type { Article, ArticleGroup } from '../../../shared/contract/till/articles.ts';
import { articleLimits } from '../../../shared/sale/article.ts';
import { unitWords } from '../../../shared/words/article-files.ts';
import common from '../../ui/components/common.module.css';
import { SearchText } from '../../ui/components/forms/search-text.tsx';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import entries from '../../ui/components/layout/entries.module.css';
import page from '../../ui/components/layout/page.module.css';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import shades from '../../ui/components/marks/shades.module.css';
import { Pager } from '../../ui/components/tables/pager.tsx';
import table from '../../ui/components/tables/plain-table.module.css';
import { TableHead } from '../../ui/components/tables/table-head.tsx';
import { useNameOf } from '../../ui/components/use-name-of.ts';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { go, hashOf } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { ArticleGrid } from './article-grid.tsx';
import { ArticleName } from './article-name.tsx';
import styles from './articles.module.css';
import { Coming, Price } from './price.tsx';

const shows = ['active', 'favourites', 'withdrawn'] as const;

export function ArticleList() {
  const { t, language } = useLanguage();
  const nameOf = useNameOf();
  const [query, setQuery] = useState({ text: '', show: shows[0] as (typeof shows)[number], group: '' });
  const [start, setStart] = useState(0);
  const [isGrid, setGrid] = useState(false);
  const change = (part: Partial<typeof query>) => {
    setQuery((before) => ({ ...before, ...part }));
    setStart(0);
  };
  const groups = useTerminalQuery('article.groups', {}).data?.groups ?? [];
  const { group, ...rest } = query;
  const { data, error } = useTerminalQuery(
    'article.list',
    { ...rest, language, start, ...(group !== '' && { group }) },
    { keepsPrevious: true },
  );
  const isAll = query.text === '' && query.show === 'active' && group === '';
  return (
    <div className={page.page}>
      <div className={`${page.inner} ${styles.wide}`}>
        <ProblemNote of={error} />
        {data?.setAside !== undefined && <SetAside file={data.setAside} />}
        <Flex wrap="wrap" align="start" gap="0.75rem 1rem" mt="md">
          <SearchText
            className={entries.search}
            label={t('articles.search')}
            onSearch={(text) => change({ text })}
          />
          <SelectField
            className={styles.choice}
            label={t('articles.show')}
            value={query.show}
            options={shows.map((value) => ({ value, label: t(`articles.${value}`) }))}
            onChange={(show) => change({ show })}
          />
          <SelectField
            className={styles.choice}
            label={t('articles.group')}
            value={group}
            options={[
              { value: '', label: t('articles.allGroups') },
              ...groups.map((one) => ({ value: one.id, label: nameOf(one) })),
            ]}
            onChange={(chosen) => change({ group: chosen })}
          />
          <Button
            variant="default"
            size="lg"
            className={common.below}
            aria-pressed={isGrid}
            onClick={() => setGrid(!isGrid)}
          >
            {t(isGrid ? 'articles.gridDone' : 'articles.grid')}
          </Button>
          <Button size="lg" className={common.below} onClick={() => go({ screen: 'article' })}>
            {t('articles.add')}
          </Button>
        </Flex>
        {data && data.articles.length === 0 && <Empty isAll={isAll} />}
        {data && data.articles.length > 0 && (
          <Rows articles={data.articles} groups={groups} isGrid={isGrid} />
        )}
        {data && (
          <Pager
            start={start}
            total={data.total}
            size={articleLimits.page}
            count={t('articles.count', { count: data.total })}
            onStart={setStart}
          />
        )}
      </div>
    </div>
  );
}

function SetAside({ file }: { file: string }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('article.acknowledge');
  return (
    <Note tone="red">
      <Text inherit mb="sm">
        {t('articles.setAside', { file })}
      </Text>
      <Button variant="default" aria-disabled={busy} onClick={() => void run({})}>
        {t('articles.known')}
      </Button>
    </Note>
  );
}

function Empty({ isAll }: { isAll: boolean }) {
  const { t } = useLanguage();
  if (!isAll) return <p className={page.lead}>{t('articles.empty')}</p>;
  return (
    <>
      <p className={page.lead}>{t('articles.first')}</p>
      <Button variant="default" component="a" href={hashOf({ screen: 'articles', page: 'files' })}>
        {t('articles.toFiles')}
      </Button>
    </>
  );
}

interface TableProps {
  readonly articles: readonly Article[];
  readonly groups: readonly ArticleGroup[];
}

const Rows = ({ isGrid, ...rest }: TableProps & { readonly isGrid: boolean }) =>
  isGrid ? <ArticleGrid {...rest} /> : <Table {...rest} />;

function Table({ articles, groups }: TableProps) {
  const { t, language } = useLanguage();
  const nameOf = useNameOf();
  return (
    <table className={`${common.table} ${table.table}`}>
      <TableHead
        heads={[t('articles.name'), t('articles.code'), t('articles.group'), t('articles.unit')]}
        figures={[t('articles.price')]}
      />
      <tbody>
        {articles.map((article) => {
          const group = groups.find(({ id }) => id === article.group);
          const code = article.shortCode ?? article.codes[0];
          return (
            <tr key={article.id}>
              <td>
                <a
                  className={`${styles.link} ${shades.shade}`}
                  data-colour={article.colour}
                  href={hashOf({ screen: 'article', id: article.id })}
                >
                  <ArticleName of={article} />
                </a>
              </td>
              <td>{code !== undefined && <bdi>{code}</bdi>}</td>
              <td>{group && <Written text={nameOf(group)} />}</td>
              <td>{article.unitWord ?? unitWords[language].names[article.unit]}</td>
              <td className={common.right}>
                <Price price={article.price} />
                <Coming next={article.next} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
