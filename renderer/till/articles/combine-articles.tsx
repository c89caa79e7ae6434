import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Article } from '../../../shared/contract/till/articles.ts';
import forms from '../../ui/components/forms/forms.module.css';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { useSettled } from '../../ui/components/press/use-settled.ts';
import { useNameOf } from '../../ui/components/use-name-of.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { go } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { ArticleChoice } from './article-choice.tsx';

export function CombineArticles({ article }: { article: Article }) {
  const { t } = useLanguage();
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
    const done = await run({ id, revision, into: other.id, intoRevision: other.revision });
    if (done?.ok) go({ screen: 'articles', page: 'list' });
  }
  return (
    <section className={forms.end}>
      <h3>{t('articles.combine')}</h3>
      <p className={forms.hint}>{t('articles.combineLead')}</p>
      <ProblemNote of={failure} />
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
        <Question
          text={t('articles.combineSure', { gone: nameOf(article), stays: nameOf(into) })}
          busy={busy}
          onLeave={close}
          onCombine={() => void combine(into)}
        />
      )}
    </section>
  );
}

interface QuestionProps {
  readonly text: string;
  readonly busy: boolean;
  onLeave(): void;
  onCombine(): void;
}

/** The final question, which ignores a press that was meant for the list above it. */
function Question({ text, busy, onLeave, onCombine }: QuestionProps) {
  const { t } = useLanguage();
  const settled = useSettled();
  return (
    <div role="alert">
      <p>
        {text} {t('articles.combineFinal')}
      </p>
      <div className={forms.buttons}>
        <Button variant="default" autoFocus onClick={onLeave}>
          {t('articles.cancel')}
        </Button>
        <Button color="red" aria-disabled={busy || !settled} onClick={() => settled && onCombine()}>
          {t('articles.combineNow')}
        </Button>
      </div>
    </div>
  );
}
