import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { SellerFields, TerminalFields } from '../company-fields.tsx';
import { companyPaths } from '../company-form.ts';
import type { CompanyFields } from '../use-company-form.ts';
import { StepPage } from './step-page.tsx';

/**
 * The step for the seller. Its values stay in session storage until the next step saves them with the terminal's
 * details.
 */
export function CompanyStep({ fields, onNext }: { fields: CompanyFields; onNext: () => void }) {
  const { t } = useLanguage();
  const next = () => {
    if (fields.attempt(companyPaths)) onNext();
  };
  return (
    <StepPage
      title={t('setup.company.title')}
      lead={t('setup.company.lead')}
      action={{ label: t('app.goOn'), run: next }}
    >
      <SellerFields fields={fields} />
    </StepPage>
  );
}

export function TerminalStep({
  fields,
  onBack,
  onNext,
}: {
  fields: CompanyFields;
  onBack(): void;
  onNext(): void;
}) {
  const { t } = useLanguage();
  const next = async () => {
    // This goes back to the previous page if the company has errors, because they are shown there.
    if (fields.attempt(companyPaths)) {
      if (await fields.save()) onNext();
    } else onBack();
  };
  return (
    <StepPage
      title={t('setup.terminal.title')}
      lead={t('setup.terminal.lead')}
      action={{ label: t('app.goOn'), busy: fields.saving, run: () => void next() }}
      onBack={onBack}
    >
      <TerminalFields fields={fields} />
      <FailureNote of={fields.failure} />
    </StepPage>
  );
}
