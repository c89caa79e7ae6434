import { useState } from 'react';
import * as z from 'zod';
import type { Company } from '../../shared/company.ts';
import type { Issue } from '../../shared/failure.ts';
import { describeIssue } from '../../shared/words/index.ts';
import { useLanguage } from '../language.tsx';
import { readStored, writeStored } from '../stored.ts';
import { useTerminalCommand } from '../use-terminal-command.ts';
import {
  type CompanyForm,
  changeForm,
  checkForm,
  companyOf,
  type FieldPath,
  fieldPaths,
  formOf,
  placeCompanyIssues,
} from './company-form.ts';

export interface CompanyFields {
  readonly form: CompanyForm;
  /** What a text field of this path needs. */
  field(path: FieldPath): {
    id: string;
    value: string;
    error: string | undefined;
    disabled: boolean;
    onText(text: string): void;
    onBlur(): void;
  };
  change(path: FieldPath, text: string): void;
  isFixed(path: FieldPath): boolean;
  readonly hasFixed: boolean;
  /** Whether these are all right; where not, marks them and puts the focus on the first. */
  attempt(paths: readonly FieldPath[]): boolean;
  /** Stores everything in the terminal. @returns whether it was taken */
  save(): Promise<boolean>;
  readonly saving: boolean;
  /** What main refused that belongs to no field. */
  readonly failure: ReturnType<typeof useTerminalCommand<'company.save'>>['failure'];
}

const storedSchema = z.record(z.enum(fieldPaths as [FieldPath, ...FieldPath[]]), z.string());

/**
 * The form of company and terminal. What is half typed outlives the window's reload in the session's store; it holds
 * no secrets. A message is shown once the person has left the field, and from then on as they type.
 * @param storageKey tells the forms of two environments apart
 */
export function useCompanyForm(
  kept: { company?: Company | undefined; fixed: readonly string[] },
  storageKey: string,
): CompanyFields {
  const { language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('company.save');
  const [form, setForm] = useState<CompanyForm>(() => readForm(storageKey) ?? formOf(kept.company));
  const [touched, setTouched] = useState<ReadonlySet<FieldPath>>(new Set());
  const [refused, setRefused] = useState<ReadonlyMap<FieldPath, Issue>>(new Map());
  const issues = checkForm(form);

  const isFixed = (path: FieldPath) => kept.fixed.some((one) => path === one || path.startsWith(`${one}.`));
  const change = (path: FieldPath, text: string) => {
    const changed = changeForm(form, path, text, isFixed);
    setForm(changed);
    writeStored('session', storageKey, JSON.stringify(changed));
    setRefused(new Map([...refused].filter(([one]) => one !== path)));
  };
  const messageOf = (path: FieldPath) => {
    const issue = refused.get(path) ?? (touched.has(path) ? issues.get(path) : undefined);
    return issue && describeIssue(issue, language);
  };
  const attempt = (paths: readonly FieldPath[]) => {
    setTouched(new Set([...touched, ...paths]));
    const wrong = paths.find((path) => issues.has(path));
    if (wrong !== undefined) focusCompanyField(wrong);
    return wrong === undefined;
  };

  return {
    form,
    change,
    isFixed,
    hasFixed: kept.fixed.length > 0,
    attempt,
    saving: busy,
    failure: failure?.issues !== undefined && refused.size > 0 ? undefined : failure,
    field: (path) => ({
      id: fieldId(path),
      value: form[path],
      error: messageOf(path),
      disabled: isFixed(path),
      onText: (text) => change(path, text),
      onBlur: () => {
        if (form[path] !== '') setTouched(new Set([...touched, path]));
      },
    }),
    async save() {
      if (!attempt(fieldPaths)) return false;
      const result = await run(companyOf(form, kept.company));
      if (result === undefined) return false;
      if (result.ok) {
        writeStored('session', storageKey, '');
        return true;
      }
      const placed = placeCompanyIssues(result.failure.issues ?? []);
      setRefused(placed);
      const [first] = placed.keys();
      if (first !== undefined) focusCompanyField(first);
      return false;
    },
  };
}

const fieldId = (path: FieldPath) => `company-${path.replace('.', '-')}`;

function focusCompanyField(path: FieldPath): void {
  document.getElementById(fieldId(path))?.focus();
}

function readForm(storageKey: string): CompanyForm | undefined {
  const stored = readStored('session', storageKey);
  if (!stored) return undefined;
  try {
    return storedSchema.parse(JSON.parse(stored)) as CompanyForm;
  } catch {
    return undefined; // of another version
  }
}
