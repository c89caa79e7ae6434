import { useState } from 'react';
import type { Company } from '../../../shared/company.ts';
import { companyDraft } from '../../../shared/stored/screens/company-draft.ts';
import { describeIssue } from '../../../shared/words/index.ts';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { readStored, writeStored } from '../../ui/page/stored.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import {
  type CompanyForm,
  changeForm,
  checkForm,
  companyOf,
  type FieldPath,
  fieldPaths,
  formOf,
} from './company-form.ts';

export type CompanyFields = ReturnType<typeof useCompanyForm>;

/**
 * Returns the form of company and terminal. Unsaved input survives a reload of the window in session storage; it
 * contains no secrets. A message is shown once the person has left the field, and from then on while typing.
 * @param storageKey the key that separates the forms of two environments
 */
export function useCompanyForm(
  kept: { company?: Company | undefined; fixed: readonly string[] },
  storageKey: string,
) {
  const { language } = useLanguage();
  const { run, busy } = useTerminalCommand('company.save');
  const isFixed = (path: FieldPath) => kept.fixed.some((one) => path === one || path.startsWith(`${one}.`));
  const [initial] = useState(() => readForm(storageKey) ?? formOf(kept.company));
  const form = useForm({
    id: 'company',
    initial,
    check: (typed) =>
      Object.fromEntries(
        [...checkForm(typed)].map(([path, issue]) => [path, describeIssue(issue, language)]),
      ),
    send: (typed) => run(companyOf(typed, kept.company)),
    onDone: () => writeStored('session', storageKey, ''),
  });
  const change = (path: FieldPath, text: string) => {
    const changed = changeForm(form.values, path, text, isFixed);
    const moved = fieldPaths.filter((one) => changed[one] !== form.values[one]);
    form.set(Object.fromEntries(moved.map((one) => [one, changed[one]])));
    writeStored('session', storageKey, companyDraft.write(changed));
  };
  return {
    form: form.values,
    change,
    isFixed,
    hasFixed: kept.fixed.length > 0,
    attempt: form.attempt,
    saving: busy,
    isSaved: form.isSaved,
    failure: form.failure,
    field: (path: FieldPath) => ({
      ...form.text(path),
      disabled: isFixed(path),
      onText: (text: string) => change(path, text),
    }),
    save: form.submit,
  };
}

function readForm(storageKey: string): CompanyForm | undefined {
  const stored = readStored('session', storageKey);
  // A draft of the same session that cannot be read is typed again.
  const read = stored ? companyDraft.read(stored) : undefined;
  return read?.ok ? { ...formOf(undefined), ...read.value } : undefined;
}
