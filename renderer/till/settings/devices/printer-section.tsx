import type { PrinterConnection } from '../../../../shared/contract/till/devices.ts';
import { ByPolicy } from '../../../ui/components/by-policy.tsx';
import { RadioCards } from '../../../ui/components/forms/choice-cards.tsx';
import forms from '../../../ui/components/forms/forms.module.css';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import page from '../../../ui/components/layout/page.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { DeviceConnection } from './device-connection.tsx';
import type { DevicePartProps } from './device-part.ts';
import { DeviceTrial } from './device-trial.tsx';

const connections = ['system', 'network', 'path'] as const;

export function PrinterSection({ form, isWrong, typed }: DevicePartProps) {
  const { t } = useLanguage();
  const paper = useTerminalQuery('receipt.settings', {}).data?.paper ?? 'roll80';
  const { printerBy, printer, cut } = form.values;
  const isOwn = printerBy !== 'system';
  return (
    <section>
      <h3>{t('devices.printer.title')}</h3>
      <ByPolicy field="printer">
        <RadioCards<PrinterConnection['by']>
          legend={t('devices.printer.legend')}
          value={printerBy}
          onChange={(by) => form.set({ printerBy: by })}
          cards={connections.map((value) => ({
            value,
            label: t(`devices.printer.by.${value}`),
            text: t(`devices.printer.byText.${value}`),
          }))}
        />
      </ByPolicy>
      {isOwn && (
        <>
          <ByPolicy field="printer">
            <div className={forms.gap}>
              <DeviceConnection
                id="devices-printer"
                by={printerBy}
                values={printer}
                isWrong={(field) => isWrong(`printer.${field}`)}
                onChange={(line) => form.set({ printer: line })}
              />
            </div>
          </ByPolicy>
          <Toggle
            label={t('devices.printer.cut')}
            text={t('devices.printer.cutText')}
            checked={cut}
            onChange={(checked) => form.set({ cut: checked })}
          />
          <p className={page.lead}>{t('devices.printer.paper', { paper: t(`printing.papers.${paper}`) })}</p>
          <DeviceTrial
            command="device.tryPrinter"
            input={
              typed && typed.printer.by !== 'system' ? { printer: typed.printer, paper, cut } : undefined
            }
            label={t('devices.printer.try')}
            done={t('devices.printer.done')}
          />
        </>
      )}
    </section>
  );
}
