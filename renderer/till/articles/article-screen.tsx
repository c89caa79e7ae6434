import { Box, Button } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { type Article, type LabelPaper, labelPapers } from '../../../shared/contract/till/articles.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import entries from '../../ui/components/layout/entries.module.css';
import page from '../../ui/components/layout/page.module.css';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import { Confirm } from '../../ui/components/press/confirm.tsx';
import { useSettled } from '../../ui/components/press/use-settled.ts';
import { useNameOf } from '../../ui/components/use-name-of.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { readDay } from '../../ui/language/read-day.ts';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { go, hashOf } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { printPage } from '../receipt/print-page.ts';
import { ArticleChoice } from './article-choice.tsx';
import { ArticleForm } from './article-form.tsx';
import { articleOf, filled } from './article-values.ts';
import styles from './articles.module.css';
import { Price } from './price.tsx';

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
        <Box component="h1" m="0 0 1rem" fz="1.5rem" fw={600}>
          {t(id === undefined ? 'articles.add' : 'articles.edit')}
        </Box>
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

function PrintLabels({ id }: { id: string }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('article.printLabels');
  const form = useForm({
    id: 'labels',
    initial: { copies: '1', paper: 'receipt' as LabelPaper },
    check: ({ copies }) => ({
      copies:
        /^\d{1,3}$/.test(copies) && Number(copies) >= 1 && Number(copies) <= 240
          ? undefined
          : t('articles.wrongCopies'),
    }),
    send: ({ copies, paper }) => run({ labels: [{ id, copies: Number(copies) }], paper }),
    onDone: (printed) => {
      if (printed.by === 'page') printPage(printed.html);
    },
  });
  return (
    <section>
      <h3>{t('articles.printLabels')}</h3>
      <p className={page.lead}>{t('articles.printLabelsLead')}</p>
      <form className={forms.form} onSubmit={form.onSubmit} noValidate>
        <ProblemNote of={form.failure} />
        <div className={forms.fields}>
          <Field {...form.text('copies', withLatinNumbers)} amount label={t('articles.copies')} />
          <SelectField
            label={t('articles.labelPaper')}
            value={form.values.paper}
            options={labelPapers.map((value) => ({ value, label: t(`articles.labelPapers.${value}`) }))}
            onChange={(paper) => form.set({ paper })}
          />
        </div>
        <div className={forms.buttons}>
          <Button
            type="submit"
            variant="default"
            aria-disabled={busy}
            leftSection={<IconPrinter size={22} aria-hidden />}
          >
            {t('articles.printLabels')}
          </Button>
        </div>
      </form>
    </section>
  );
}

const tones = { now: 'good', past: 'off', coming: 'amber', dropped: 'off' } as const;

function PriceHistory({ id }: { id: string }) {
  const { t, format } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('article.dropPrice');
  const changes = useTerminalQuery('article.prices', { id }).data?.changes;
  if (changes === undefined) return null;
  return (
    <section>
      <h3>{t('articles.prices')}</h3>
      <ProblemNote of={failure} />
      {changes.length === 0 && <p className={styles.soft}>{t('articles.noPrices')}</p>}
      <ul className={entries.rows}>
        {changes.map((change) => (
          <li key={change.id} className={styles.change}>
            <span className={common.right}>
              <Price price={change.price} />
            </span>
            <span>
              <span className={styles.line}>{format.dateTime(change.from)}</span>
              {change.wasOf !== undefined && (
                <span className={styles.line}>{t('articles.wasOf', { name: change.wasOf })}</span>
              )}
              <span className={styles.soft}>
                {t('articles.byActor', { actor: change.actor, at: format.dateTime(change.at) })}
              </span>
            </span>
            <StateMark tone={tones[change.state]}>{t(`articles.priceState.${change.state}`)}</StateMark>
            {change.state === 'coming' && (
              <Button
                variant="subtle"
                color="red"
                aria-disabled={busy}
                onClick={() => void run({ change: change.id })}
              >
                {t('articles.drop')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function CombineArticles({ article }: { article: Article }) {
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
            {t('app.cancel')}
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
          {t('app.cancel')}
        </Button>
        <Button color="red" aria-disabled={busy || !settled} onClick={() => settled && onCombine()}>
          {t('articles.combineNow')}
        </Button>
      </div>
    </div>
  );
}
