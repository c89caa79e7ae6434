import { Button, Flex } from '@mantine/core';
import type { FormEvent } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import type { Environment } from '../../../../shared/status.ts';
import common from '../../../ui/components/common.module.css';
import page from '../../../ui/components/layout/page.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { keys, useKeys } from '../../../ui/page/keys.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { SellerFields, TerminalFields } from '../../setup/company-fields.tsx';
import { useCompanyForm } from '../../setup/use-company-form.ts';

export function CompanyPage({ environment }: { environment: Environment }) {
  const kept = useTerminalQuery('company.get', {}).data;
  if (kept === undefined) return null;
  return <CompanyForm kept={kept} environment={environment} />;
}

interface CompanyFormProps {
  readonly kept: CommandOutput<'company.get'>;
  readonly environment: Environment;
}

function CompanyForm({ kept, environment }: CompanyFormProps) {
  const { t } = useLanguage();
  const fields = useCompanyForm(kept, `khatm-setup-${environment}`);
  useKeys({ [keys.main]: () => void fields.save() });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void fields.save();
  };
  return (
    <form className={page.page} onSubmit={onSubmit} noValidate>
      <div className={page.inner}>
        <h2>{t('settings.company.title')}</h2>
        <p className={page.lead}>
          {t('settings.company.lead')} {fields.hasFixed && t('setup.company.fixedNote')}
        </p>
        <SellerFields fields={fields} />
        <h3>{t('setup.terminal.title')}</h3>
        <TerminalFields fields={fields} />
        <FailureNote of={fields.failure} />
        <Flex align="center" gap="lg" mt="md">
          <Button type="submit" size="xl" aria-disabled={fields.saving}>
            {t(fields.saving ? 'settings.saving' : 'app.save')}
          </Button>
          <span role="status" className={common.good}>
            {fields.isSaved && t('settings.saved')}
          </span>
        </Flex>
      </div>
    </form>
  );
}
