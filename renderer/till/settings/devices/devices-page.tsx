import { useState } from 'react';
import {
  type Devices,
  type DrawerPin,
  type DrawerUse,
  displayColumns,
  drawerPins,
  drawerUses,
  type PrinterConnection,
  scannerTextLength,
} from '../../../../shared/contract/till/devices.ts';
import { ByPolicy } from '../../../ui/components/by-policy.tsx';
import { RadioCards } from '../../../ui/components/forms/choice-cards.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import forms from '../../../ui/components/forms/forms.module.css';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import page from '../../../ui/components/layout/page.module.css';
import { Page } from '../../../ui/components/layout/page.tsx';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { CardTerminalSection } from './card-terminal-section.tsx';
import { DeviceConnection } from './device-connection.tsx';
import { DeviceForm } from './device-form.tsx';
import type { DevicePartProps } from './device-part.ts';
import { DeviceTrial } from './device-trial.tsx';
import { type DeviceValues, devicesOf, valuesOf, wrongPlaces } from './device-values.ts';
import { OpenCardPayments } from './open-card-payments.tsx';
import { RoundingSection } from './rounding-section.tsx';
import { StartupSection } from './startup-section.tsx';

export function DevicesPage() {
  const { t } = useLanguage();
  const { data, error } = useTerminalQuery('device.settings', {});
  return (
    <Page title={t('settings.page.devices')} lead={t('devices.lead')}>
      <FailureNote of={error} />
      <OpenCardPayments />
      {data && <DevicesForm saved={data} />}
      <RoundingSection />
      <StartupSection />
    </Page>
  );
}

function DevicesForm({ saved }: { saved: Devices }) {
  const { run, busy } = useTerminalCommand('device.setSettings');
  const [isAttempted, setAttempted] = useState(false);
  const form = useForm({
    id: 'devices',
    initial: valuesOf(saved),
    send: (values) => run(devicesOf(values)),
  });
  const wrong = wrongPlaces(form.values);
  const parts: DevicePartProps = {
    form,
    isWrong: (place) => isAttempted && wrong.has(place),
    typed: wrong.size === 0 ? devicesOf(form.values) : undefined,
  };
  return (
    <DeviceForm form={form} busy={busy} isRight={wrong.size === 0} onAttempt={() => setAttempted(true)}>
      <PrinterSection {...parts} />
      <DrawerSection {...parts} />
      <DisplaySection {...parts} />
      <ScannerSection {...parts} />
      <CardTerminalSection {...parts} saved={saved.card} />
    </DeviceForm>
  );
}

const connections = ['system', 'network', 'path'] as const;

function PrinterSection({ form, isWrong, typed }: DevicePartProps) {
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

const nameOf = (pin: DrawerPin) => `pin${pin}` as const;

function DrawerSection({ form, typed }: DevicePartProps) {
  const { t } = useLanguage();
  const { use, pin } = form.values;
  return (
    <section>
      <h3>{t('devices.drawer.title')}</h3>
      <p className={page.lead}>{t('devices.drawer.lead')}</p>
      <RadioCards<DrawerUse>
        legend={t('devices.drawer.legend')}
        value={use}
        onChange={(chosen) => form.set({ use: chosen })}
        cards={drawerUses.map((value) => ({
          value,
          label: t(`devices.drawer.use.${value}`),
          text: t(`devices.drawer.useText.${value}`),
        }))}
      />
      {use !== 'none' && (
        <>
          <div className={forms.gap}>
            <RadioCards<string>
              legend={t('devices.drawer.pin')}
              value={nameOf(pin)}
              onChange={(name) => form.set({ pin: drawerPins.find((one) => nameOf(one) === name) ?? pin })}
              cards={drawerPins.map((one) => ({
                value: nameOf(one),
                label: t(`devices.drawer.pins.${nameOf(one)}`),
              }))}
            />
          </div>
          <DeviceTrial
            command="device.tryDrawer"
            input={typed && { printer: typed.printer, pin }}
            label={t('devices.drawer.try')}
            done={t('devices.drawer.done')}
          />
        </>
      )}
    </section>
  );
}

const displayConnections = ['none', 'network', 'path'] as const;
const words = ['welcome', 'total', 'change', 'item'] as const;

function DisplaySection({ form, isWrong, typed }: DevicePartProps) {
  const { t } = useLanguage();
  const { displayBy, display } = form.values;
  return (
    <section>
      <h3>{t('devices.display.title')}</h3>
      <p className={page.lead}>{t('devices.display.lead')}</p>
      <RadioCards<DeviceValues['displayBy']>
        legend={t('devices.display.legend')}
        value={displayBy}
        onChange={(by) => form.set({ displayBy: by })}
        cards={displayConnections.map((value) => ({ value, label: t(`devices.display.by.${value}`) }))}
      />
      {displayBy !== 'none' && (
        <>
          <div className={forms.gap}>
            <DeviceConnection
              id="devices-display"
              by={displayBy}
              values={display}
              isWrong={(field) => isWrong(`display.${field}`)}
              onChange={(line) => form.set({ display: line })}
            />
          </div>
          <div className={forms.fields}>
            {words.map((word) => (
              <Field
                key={word}
                id={`devices-display-${word}`}
                label={t(`devices.display.${word}`)}
                dir="ltr"
                maxLength={displayColumns}
                value={form.values.words[word]}
                error={isWrong(`display.words.${word}`) ? t('devices.display.wrongWord') : undefined}
                onText={(text) => form.set({ words: { ...form.values.words, [word]: text } })}
              />
            ))}
          </div>
          <DeviceTrial
            command="device.tryDisplay"
            input={typed?.display}
            label={t('devices.display.try')}
            done={t('devices.display.done')}
          />
        </>
      )}
    </section>
  );
}

const ends = ['prefix', 'suffix'] as const;

function ScannerSection({ form, isWrong }: DevicePartProps) {
  const { t } = useLanguage();
  const { scanner } = form.values;
  return (
    <section>
      <h3>{t('devices.scanner.title')}</h3>
      <p className={page.lead}>{t('devices.scanner.lead')}</p>
      <div className={forms.fields}>
        {ends.map((end) => (
          <Field
            key={end}
            id={`devices-scanner-${end}`}
            label={t(`devices.scanner.${end}`)}
            dir="ltr"
            maxLength={scannerTextLength}
            value={scanner[end]}
            error={isWrong(`scanner.${end}`) ? t('devices.scanner.wrong') : undefined}
            onText={(text) => form.set({ scanner: { ...scanner, [end]: text } })}
          />
        ))}
      </div>
    </section>
  );
}
