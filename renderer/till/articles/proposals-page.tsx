import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Proposal } from '../../../shared/contract/till/articles.ts';
import { articleLimits } from '../../../shared/sale/article.ts';
import common from '../../ui/components/common.module.css';
import { Toggle } from '../../ui/components/forms/toggle.tsx';
import entries from '../../ui/components/layout/entries.module.css';
import { Page } from '../../ui/components/layout/page.tsx';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { Pager } from '../../ui/components/tables/pager.tsx';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { withHalalas } from '../../ui/language/read-amount.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { ArticleChoice } from './article-choice.tsx';
import { ArticleForm } from './article-form.tsx';
import { articleOf } from './article-values.ts';
import styles from './articles.module.css';
import { Price } from './price.tsx';

export function ProposalsPage() {
  const { t } = useLanguage();
  const [start, setStart] = useState(0);
  const [open, setOpen] = useState<{ key: string; does: 'take' | 'merge' }>();
  const { data, error } = useTerminalQuery('article.proposals', { start }, { keepsPrevious: true });
  const close = () => setOpen(undefined);
  return (
    <Page title={t('articles.page.proposals')} lead={t('articles.proposalsLead')} error={error}>
      {data?.total === 0 && <p className={styles.soft}>{t('articles.noProposals')}</p>}
      <ul className={entries.rows}>
        {data?.proposals.map((proposal) => (
          <li key={proposal.key}>
            <Row
              proposal={proposal}
              onTake={() => setOpen({ key: proposal.key, does: 'take' })}
              onMerge={() => setOpen({ key: proposal.key, does: 'merge' })}
            />
            {open?.key === proposal.key && open.does === 'take' && (
              <Take proposal={proposal} onClose={close} />
            )}
            {open?.key === proposal.key && open.does === 'merge' && (
              <Merge proposal={proposal} onClose={close} />
            )}
          </li>
        ))}
      </ul>
      {data && (
        <Pager
          start={start}
          total={data.total}
          size={articleLimits.page}
          count={t('articles.count', { count: data.total })}
          onStart={setStart}
        />
      )}
    </Page>
  );
}

function Row({ proposal, onTake, onMerge }: { proposal: Proposal; onTake(): void; onMerge(): void }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('article.dismiss');
  const { key, name, barcode, price, sold } = proposal;
  return (
    <div className={styles.proposal}>
      <span>
        <span className={`${common.strong} ${styles.name}`}>
          <Written text={name} />
        </span>
        <span className={styles.soft}>
          {t('articles.sold', { count: sold })}
          {barcode !== undefined && (
            <>
              {' · '}
              <bdi dir="ltr">{barcode}</bdi>
            </>
          )}
        </span>
      </span>
      <span className={common.right}>
        <Price price={price} />
      </span>
      <span className={common.row}>
        <Button variant="default" aria-label={t('articles.takeOf', { name })} onClick={onTake}>
          {t('articles.take')}
        </Button>
        <Button variant="default" aria-label={t('articles.mergeOf', { name })} onClick={onMerge}>
          {t('articles.merge')}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          aria-label={t('articles.dismissOf', { name })}
          aria-disabled={busy}
          onClick={() => void run({ key })}
        >
          {t('articles.dismiss')}
        </Button>
      </span>
    </div>
  );
}

interface PartProps {
  readonly proposal: Proposal;
  onClose(): void;
}

function Take({ proposal, onClose }: PartProps) {
  const { run, busy } = useTerminalCommand('article.take');
  const { key, nameAr, nameEn, barcode, price, vat } = proposal;
  return (
    <div className={entries.inside}>
      <ArticleForm
        article={{
          nameAr,
          nameEn,
          price,
          ...(barcode !== undefined && { codes: [barcode] }),
          ...((vat.category !== 'S' || vat.rate !== '15') && { vat }),
        }}
        isKnown={false}
        busy={busy}
        send={(values) => run({ key, article: articleOf(values) })}
        onDone={onClose}
        onCancel={onClose}
      />
    </div>
  );
}

function Merge({ proposal, onClose }: PartProps) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('article.merge');
  const [takesPrice, setTakesPrice] = useState(false);
  const { key, price } = proposal;
  const merge = async (id: string) => {
    const done = await run({ key, id, ...(takesPrice && { price }) });
    if (done?.ok) onClose();
  };
  return (
    <div className={entries.inside}>
      <ProblemNote of={failure} />
      <Toggle
        label={t('articles.takePrice', { price: withHalalas(price) })}
        checked={takesPrice}
        onChange={setTakesPrice}
      />
      <ArticleChoice
        label={t('articles.mergeInto')}
        button={t('articles.merge')}
        nameButton={(name) => t('articles.mergeOf', { name })}
        busy={busy}
        onChoose={({ id }) => void merge(id)}
      />
      <Button variant="default" onClick={onClose}>
        {t('app.cancel')}
      </Button>
    </div>
  );
}
