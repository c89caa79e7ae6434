import { Button, Drawer, Flex, UnstyledButton } from '@mantine/core';
import { paymentMeans, saleKinds } from '../../../shared/sale/sale.ts';
import { type Issuer as IssuedBy, useIssuerName } from '../../ui/components/actor-name.tsx';
import common from '../../ui/components/common.module.css';
import { DayField } from '../../ui/components/forms/day-field.tsx';
import { Field } from '../../ui/components/forms/field.tsx';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './filter-drawer.module.css';
import { filterCount, type ListFilter, unfiltered, wrongOf } from './list-filter.ts';

interface FilterDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly listFilter: ListFilter;
  readonly onNarrow: (change: Partial<ListFilter>) => void;
}

const messages = {
  day: 'search.dayWrong',
  order: 'search.orderWrong',
  amount: 'search.amountWrong',
  number: 'search.numberWrong',
} as const;

/** The filters for kinds, days and totals. A choice applies at once; closing the drawer only shows the list again. */
export function FilterDrawer({ opened, onClose, listFilter, onNarrow }: FilterDrawerProps) {
  const { t, words } = useLanguage();
  const wrong = wrongOf(listFilter);
  const { kinds, late } = listFilter;
  const bound = (name: 'from' | 'to' | 'least' | 'most' | 'shift') => ({
    id: `filter-${name}`,
    dir: 'ltr' as const,
    label: t(`search.${name}`),
    value: listFilter[name],
    error: wrong[name] && t(messages[wrong[name]]),
    onText: (text: string) => onNarrow({ [name]: text }),
  });
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="24rem"
      title={t('search.filters')}
      closeButtonProps={{ 'aria-label': t('app.close'), size: '3rem' }}
      classNames={{ title: common.title, body: styles.body, content: styles.content }}
    >
      <fieldset className={styles.kinds}>
        <legend>{t('search.kinds')}</legend>
        {saleKinds.map((kind) => (
          <UnstyledButton
            key={kind}
            className={`${common.pressed} ${styles.kind}`}
            aria-pressed={kinds.includes(kind)}
            onClick={() =>
              onNarrow({
                kinds: kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind],
              })
            }
          >
            {words.kinds[kind]}
          </UnstyledButton>
        ))}
      </fieldset>
      <UnstyledButton
        className={`${common.pressed} ${styles.kind}`}
        aria-pressed={late}
        onClick={() => onNarrow({ late: !late })}
      >
        {t('search.late')}
      </UnstyledButton>
      <div className={styles.pair}>
        <DayField {...bound('from')} />
        <DayField {...bound('to')} />
      </div>
      <div className={styles.pair}>
        <Field {...bound('least')} inputMode="decimal" placeholder="0.00" />
        <Field {...bound('most')} inputMode="decimal" placeholder="1000.00" />
      </div>
      <div className={styles.pair}>
        <Issuer by={listFilter.by} byKind={listFilter.byKind} onChange={onNarrow} />
        <Field {...bound('shift')} inputMode="numeric" placeholder="1" />
      </div>
      <div className={styles.pair}>
        <SelectField
          label={t('search.means')}
          value={listFilter.means}
          options={[
            { value: '', label: t('search.anyMeans') },
            ...paymentMeans.map((means) => ({ value: means as string, label: words.payments[means] })),
          ]}
          onChange={(means) => onNarrow({ means })}
        />
        <Field
          id="filter-article"
          label={t('search.article')}
          value={listFilter.article}
          error={undefined}
          dir="auto"
          onText={(article) => onNarrow({ article })}
        />
      </div>
      <Flex gap="sm" mt="auto">
        <Button
          variant="default"
          disabled={filterCount(listFilter) === 0}
          onClick={() => onNarrow({ ...unfiltered })}
        >
          {t('search.clearAll')}
        </Button>
        <Button className={common.grow} onClick={onClose}>
          {t('search.done')}
        </Button>
      </Flex>
    </Drawer>
  );
}

function Issuer({
  by,
  byKind,
  onChange,
}: Pick<ListFilter, 'by' | 'byKind'> & { onChange(change: Pick<ListFilter, 'by' | 'byKind'>): void }) {
  const { t } = useLanguage();
  const issuerName = useIssuerName();
  const issuers: readonly IssuedBy[] = useTerminalQuery('invoice.issuers', {}).data?.issuers ?? [];
  const keyOf = ({ name, kind }: IssuedBy) => JSON.stringify([name, kind]);
  const chosen: IssuedBy = { name: by, ...(byKind !== '' && { kind: byKind }) };
  const value = by === '' ? '' : keyOf(chosen);
  const listed = by === '' || issuers.some((one) => keyOf(one) === value) ? issuers : [chosen, ...issuers];
  return (
    <SelectField
      label={t('search.by')}
      value={value}
      options={[
        { value: '', label: t('search.anybody') },
        ...listed.map((one) => ({ value: keyOf(one), label: issuerName(one) })),
      ]}
      onChange={(next) => {
        const issuer = listed.find((one) => keyOf(one) === next);
        onChange({ by: issuer?.name ?? '', byKind: issuer?.kind ?? '' });
      }}
    />
  );
}
