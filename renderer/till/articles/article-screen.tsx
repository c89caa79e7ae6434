import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import type { Article } from '../../../shared/contract/till/articles.ts';
import common from '../../ui/components/common.module.css';
import forms from '../../ui/components/forms/forms.module.css';
import page from '../../ui/components/layout/page.module.css';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { Confirm } from '../../ui/components/press/confirm.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { readDay } from '../../ui/language/read-day.ts';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { go, hashOf } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { ArticleForm } from './article-form.tsx';
import { articleOf, filled } from './article-values.ts';
import styles from './articles.module.css';
import { CombineArticles } from './combine-articles.tsx';
import { PriceHistory } from './price-history.tsx';
import { PrintLabels } from './print-labels.tsx';

const list = { screen: 'articles', page: 'list' } as const;

export function ArticleScreen({ id }: { id: string | undefined }) {
  const { t } = useLanguage();
  const { data, error } = useTerminalQuery('article.get', id === undefined ? undefined : { id });
  useKeys({ [keys.back]: () => go(list) });
  return (
    <main className={page.page}>
      <div className={page.inner}>
        <a className={styles.back} href={hashOf(list)}>
          <IconArrowLeft size={20} className={common.mirrored} aria-hidden />
          {t('articles.back')}
        </a>
        <h1 className={styles.title}>{t(id === undefined ? 'articles.add' : 'articles.edit')}</h1>
        <ProblemNote of={error} />
        {id === undefined && <Editor article={undefined} />}
        {data && <Editor key={data.id} article={data} />}
      </div>
    </main>
  );
}

function Editor({ article }: { article: Article | undefined }) {
  const { run, busy } = useTerminalCommand('article.save');
  const [priceSeen] = useState(article?.price ?? '');
  return (
    <>
      <ArticleForm
        article={article ?? {}}
        isKnown={article !== undefined}
        busy={busy}
        send={(values) =>
          run({
            ...(article && { id: article.id, revision: article.revision, priceSeen }),
            article: articleOf(values),
            ...filled({ priceFrom: readDay(values.priceFrom) ?? '' }),
          })
        }
        onDone={() => go(list)}
        onCancel={() => go(list)}
      />
      {article && (
        <>
          <PrintLabels id={article.id} />
          <PriceHistory id={article.id} />
          <CombineArticles article={article} />
          <OnSale article={article} />
        </>
      )}
    </>
  );
}

function OnSale({ article: { id, active } }: { article: Article }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('article.setActive');
  return (
    <div className={forms.end}>
      <ProblemNote of={failure} />
      {active ? (
        <Confirm
          label={t('articles.withdraw')}
          question={t('articles.withdrawSure')}
          busy={busy}
          onConfirm={() => void run({ id, active: false })}
        />
      ) : (
        <>
          <p className={forms.hint}>{t('articles.isWithdrawn')}</p>
          <Button variant="default" aria-disabled={busy} onClick={() => void run({ id, active: true })}>
            {t('articles.bringBack')}
          </Button>
        </>
      )}
    </div>
  );
}
