import { exemptionReason, exemptionReasons, standardRates } from '../../../shared/sale/vat.ts';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import type { VatChoice } from './article-values.ts';

interface VatFieldProps {
  readonly label: string;
  readonly value: VatChoice;
  readonly none: string;
  readonly onChange: (choice: VatChoice) => void;
}

export function VatField({ label, value, none, onChange }: VatFieldProps) {
  const options = useChoices(none);
  return <SelectField label={label} value={value} options={options} onChange={onChange} />;
}

/** Returns the choices of a cell: those that need no text from the shop, and the present choice. */
export function useVatOptions(value: VatChoice) {
  const { t } = useLanguage();
  return useChoices(t('articles.vatOfGroup')).filter(
    (option) => option.value === value || !needsWords(option.value),
  );
}

function useChoices(none: string): { value: VatChoice; label: string }[] {
  const { t, language } = useLanguage();
  return [
    { value: '', label: none },
    ...standardRates.map((rate) => ({ value: rate as string, label: t('articles.vatRate', { rate }) })),
    ...exemptionReasons.map(({ code, ...texts }) => ({
      value: code,
      label: texts[language] === '' ? code : `${texts[language]} (${code})`,
    })),
  ];
}

export const needsWords = (choice: VatChoice) => exemptionReason(choice)?.en === '';
