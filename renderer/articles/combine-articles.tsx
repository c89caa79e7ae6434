import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Article } from '../../shared/contract/articles.ts';
import { Confirm } from '../components/confirm.tsx';
import forms from '../components/forms.module.css';
import { Note } from '../components/note.tsx';
import { useNameOf } from '../components/use-name-of.ts';
import { useLanguage } from '../language/language.tsx';
import { useFailureWords } from '../language/use-failure-words.ts';
import { go } from '../page/route.ts';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import { ArticleChoice } from './article-choice.tsx';

/** Makes this article and another one, which stays, a single one. */
export function CombineArticles({ article }: { article: Article }) {
  const { t } = useLanguage();
  const { say } = useFailureWords();
  const nameOf = useNameOf();
  const { run, busy, failure } = useTerminalCommand('article.combine');
  const [isOpen, setOpen] = useState(false);
  const [into, setInto] = useState<Article>();
  const { id, revision } = article;
  const close = () => {
    setOpen(false);
    setInto(undefined);
  };
  async function combine(other: Article): Promise<void> {
    const done = await run({ id, revision, into: other.id });
    if (done?.ok) go({ screen: 'articles', page: 'list' });
  }
  return (
    <section className={forms.end}>
      <h3>{t('articles.combine')}</h3>
      <p className={forms.hint}>{t('articles.combineLead')}</p>
      {failure && <Note tone="red">{say(failure)}</Note>}
      {!isOpen && (
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('articles.combineChoose')}
        </Button>
      )}
      {isOpen && into === undefined && (
        <>
          <ArticleChoice
            label={t('articles.combineInto')}
            button={t('articles.combineThis')}
            nameButton={(name) => t('articles.combineThisOf', { name })}
            except={id}
            busy={busy}
            onChoose={setInto}
          />
          <Button variant="default" onClick={close}>
            {t('articles.cancel')}
          </Button>
        </>
      )}
      {into !== undefined && (
        <>
          <p>{t('articles.combineSure', { gone: nameOf(article), stays: nameOf(into) })}</p>
          <Confirm
            label={t('articles.combineNow')}
            question={t('articles.combineFinal')}
            busy={busy}
            onConfirm={() => void combine(into)}
          />
          <Button variant="default" onClick={close}>
            {t('articles.cancel')}
          </Button>
        </>
      )}
    </section>
  );
}
