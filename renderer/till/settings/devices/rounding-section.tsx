import { cashCoins } from '../../../../shared/values/cash-rounding.ts';
import { halalasToText } from '../../../../shared/values/money.ts';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import page from '../../../ui/components/layout/page.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';

/** The choice of the coin to which the shop rounds cash. */
export function RoundingSection() {
  const { t } = useLanguage();
  const status = useStatus();
  const { run, failure } = useTerminalCommand('sale.setCashRounding');
  if (status === undefined) return null;
  return (
    <section>
      <h3 id="cash-rounding">{t('devices.rounding.title')}</h3>
      <p className={page.lead}>{t('devices.rounding.text')}</p>
      <Choice
        aria-labelledby="cash-rounding"
        value={String(status.cashRounding ?? '')}
        onChange={(chosen) => void run({ coin: cashCoins.find((coin) => String(coin) === chosen) })}
        data={[
          { value: '', label: t('devices.rounding.none') },
          ...cashCoins.map((coin) => ({
            value: String(coin),
            label: <bdi dir="ltr">{halalasToText(coin)}</bdi>,
          })),
        ]}
      />
      <FailureNote of={failure} />
    </section>
  );
}
