import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type LabelPaper, labelPapers } from '../../../shared/contract/till/articles.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { Field } from '../../ui/components/forms/field.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import page from '../../ui/components/layout/page.module.css';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { printPage } from '../receipt/print-page.ts';

export function PrintLabels({ id }: { id: string }) {
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
