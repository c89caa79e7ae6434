import { exemptionReason, exemptionReasons, standardRates } from '../../shared/vat.ts';
import { SelectField } from '../components/select-field.tsx';
import { useLanguage } from '../language/language.tsx';
import type { VatChoice } from './article-values.ts';

interface VatFieldProps {
  readonly label: string;
  readonly value: VatChoice;
  /** The words for no VAT of its own. */
  readonly none: string;
  readonly onChange: (choice: VatChoice) => void;
}

/** A choice of a standard rate or of a reason why no VAT is charged. */
export function VatField({ label, value, none, onChange }: VatFieldProps) {
  const { t, language } = useLanguage();
  const options = [
    { value: '', label: none },
    ...standardRates.map((rate) => ({ value: rate as string, label: t('articles.vatRate', { rate }) })),
    ...exemptionReasons.map(({ code, ...texts }) => ({
      value: code,
      label: texts[language] === '' ? code : `${texts[language]} (${code})`,
    })),
  ];
  return <SelectField label={label} value={value} options={options} onChange={onChange} />;
}

/** True for a reason that needs words of the shop. */
export const needsWords = (choice: VatChoice) => exemptionReason(choice)?.en === '';
