import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { CommandInput } from '../../../shared/contract/index.ts';
import type { ArticleGroup } from '../../../shared/contract/till/articles.ts';
import { Field } from '../../ui/components/forms/field.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import entries from '../../ui/components/layout/entries.module.css';
import { Page } from '../../ui/components/layout/page.tsx';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import shades from '../../ui/components/marks/shades.module.css';
import { Confirm } from '../../ui/components/press/confirm.tsx';
import { useNameOf } from '../../ui/components/use-name-of.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { ArticleName } from './article-name.tsx';
import { filled, vatChoiceOf, vatOf } from './article-values.ts';
import styles from './articles.module.css';
import { useColourOptions } from './use-colour-options.ts';
import { needsWords, VatField } from './vat-field.tsx';

type GroupInput = CommandInput<'article.saveGroup'>['group'];

export function GroupsPage() {
  const { t } = useLanguage();
  const nameOf = useNameOf();
  const { data, error } = useTerminalQuery('article.groups', {});
  const move = useTerminalCommand('article.saveGroup');
  const [open, setOpen] = useState<{ group?: ArticleGroup }>();
  const groups = data?.groups ?? [];
  const put = (group: ArticleGroup, place: number) =>
    void move.run({ id: group.id, group: inputOf(group), place });
  return (
    <Page title={t('articles.page.groups')} lead={t('articles.groupsLead')} error={error}>
      <ul className={entries.rows}>
        {groups.map((group, index) => (
          <li key={group.id} className={styles.group}>
            <span data-colour={group.colour} className={`${styles.link} ${shades.shade}`}>
              <ArticleName of={group} />
            </span>
            <span className={styles.soft}>{t('articles.count', { count: group.articles })}</span>
            <ActionIcon
              variant="subtle"
              disabled={index === 0}
              aria-label={t('articles.up', { name: nameOf(group) })}
              onClick={() => put(group, index - 1)}
            >
              <IconArrowUp size={22} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              disabled={index === groups.length - 1}
              aria-label={t('articles.down', { name: nameOf(group) })}
              onClick={() => put(group, index + 1)}
            >
              <IconArrowDown size={22} aria-hidden />
            </ActionIcon>
            <Button
              variant="default"
              aria-label={t('app.changeOf', { name: nameOf(group) })}
              onClick={() => setOpen({ group })}
            >
              {t('app.change')}
            </Button>
          </li>
        ))}
      </ul>
      {open === undefined ? (
        <Button size="lg" onClick={() => setOpen({})}>
          {t('articles.addGroup')}
        </Button>
      ) : (
        <GroupForm key={open.group?.id ?? ''} group={open.group} onClose={() => setOpen(undefined)} />
      )}
    </Page>
  );
}

function inputOf({ nameAr, nameEn, colour, vat }: ArticleGroup): GroupInput {
  return {
    ...(nameAr !== undefined && { nameAr }),
    ...(nameEn !== undefined && { nameEn }),
    ...(colour !== undefined && { colour }),
    ...(vat && { vat }),
  };
}

function GroupForm({ group, onClose }: { group: ArticleGroup | undefined; onClose(): void }) {
  const { t, words } = useLanguage();
  const colourOptions = useColourOptions();
  const nameOf = useNameOf();
  const { run, busy } = useTerminalCommand('article.saveGroup');
  const form = useForm({
    id: 'group',
    initial: {
      nameAr: group?.nameAr ?? '',
      nameEn: group?.nameEn ?? '',
      reasonText: group?.vat?.reasonText ?? '',
      vat: vatChoiceOf(group?.vat),
      colour: (group?.colour ?? '') as NonNullable<ArticleGroup['colour']> | '',
    },
    check: ({ nameAr, nameEn, vat, reasonText }) => ({
      nameAr: nameAr.trim() === '' && nameEn.trim() === '' ? words.issues['name-missing'] : undefined,
      reasonText: needsWords(vat) && reasonText.trim() === '' ? words.issues.blank : undefined,
    }),
    send({ nameAr, nameEn, colour, ...choice }) {
      const vat = vatOf(choice);
      return run({
        ...(group && { id: group.id }),
        group: { ...filled({ nameAr, nameEn }), ...(colour !== '' && { colour }), ...(vat && { vat }) },
      });
    },
    onDone: onClose,
  });
  const { values, set } = form;
  return (
    <form className={forms.form} onSubmit={form.onSubmit} noValidate>
      <h3>{group ? t('app.changeOf', { name: nameOf(group) }) : t('articles.addGroup')}</h3>
      <div className={forms.fields}>
        <Field {...form.text('nameAr')} label={t('articles.nameAr')} dir="auto" autoFocus />
        <Field {...form.text('nameEn')} label={t('articles.nameEn')} dir="auto" />
        <VatField
          label={t('articles.vat')}
          value={values.vat}
          none={t('articles.vatRate', { rate: '15' })}
          onChange={(vat) => set({ vat })}
        />
        <SelectField
          label={t('articles.colour')}
          value={values.colour}
          options={colourOptions}
          onChange={(colour) => set({ colour })}
        />
        {needsWords(values.vat) && (
          <Field {...form.text('reasonText')} label={t('articles.reasonText')} dir="auto" />
        )}
      </div>
      <ProblemNote of={form.failure} />
      <div className={forms.buttons}>
        <Button type="submit" size="lg" aria-disabled={busy}>
          {t('app.save')}
        </Button>
        <Button variant="default" size="lg" onClick={onClose}>
          {t('app.cancel')}
        </Button>
      </div>
      {group?.articles === 0 && <RemoveGroup id={group.id} onDone={onClose} />}
    </form>
  );
}

function RemoveGroup({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('article.removeGroup');
  const remove = async () => {
    if ((await run({ id }))?.ok) onDone();
  };
  return (
    <div className={forms.end}>
      <ProblemNote of={failure} />
      <Confirm
        label={t('articles.removeGroup')}
        question={t('articles.removeGroupSure')}
        busy={busy}
        onConfirm={() => void remove()}
      />
    </div>
  );
}
