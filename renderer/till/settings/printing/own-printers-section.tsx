import { Box } from '@mantine/core';
import { useState } from 'react';
import {
  type OwnPrinter,
  type OwnPrinters,
  ownPrintersSchema,
  type PrinterConnection,
  type PrintUse,
  printUses,
} from '../../../../shared/contract/till/devices.ts';
import { type Paper, papers } from '../../../../shared/contract/till/receipts.ts';
import { SelectField } from '../../../ui/components/forms/select-field.tsx';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import page from '../../../ui/components/layout/page.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { DeviceConnection } from '../devices/device-connection.tsx';
import { DeviceForm } from '../devices/device-form.tsx';
import { DeviceTrial } from '../devices/device-trial.tsx';
import { connectionOf, type LineValues, lineOf } from '../devices/device-values.ts';

export function OwnPrintersSection() {
  const { t } = useLanguage();
  const { data } = useTerminalQuery('device.printers', {});
  return (
    <section aria-label={t('devices.own.title')}>
      <h3>{t('devices.own.title')}</h3>
      <p className={page.lead}>{t('devices.own.lead')}</p>
      {data && <OwnPrintersForm saved={data} />}
    </section>
  );
}

function OwnPrintersForm({ saved }: { readonly saved: OwnPrinters }) {
  const { run, busy } = useTerminalCommand('device.setPrinters');
  const [isAttempted, setAttempted] = useState(false);
  const form = useForm({
    id: 'own-printers',
    initial: ownPrinterValues(saved),
    send: (values) => run(ownPrintersOf(values)),
  });
  const wrong = wrongOwnPrinters(form.values);
  return (
    <DeviceForm form={form} busy={busy} isRight={wrong.size === 0} onAttempt={() => setAttempted(true)}>
      {printUses.map((use) => (
        <OwnPrinterFields
          key={use}
          use={use}
          values={form.values[use]}
          isWrong={(field) => isAttempted && wrong.has(`${use}.${field}`)}
          canTry={![...wrong].some((place) => place.startsWith(use))}
          onChange={(change) => form.set({ [use]: { ...form.values[use], ...change } })}
        />
      ))}
    </DeviceForm>
  );
}

interface OwnPrinterFieldsProps {
  readonly use: PrintUse;
  readonly values: OwnPrinterValues;
  readonly isWrong: (field: 'host' | 'port' | 'path') => boolean;
  readonly canTry: boolean;
  readonly onChange: (change: Partial<OwnPrinterValues>) => void;
}

const connections = ['none', 'system', 'network', 'path'] as const;

function OwnPrinterFields({ use, values, isWrong, canTry, onChange }: OwnPrinterFieldsProps) {
  const { t } = useLanguage();
  const { by, line, name, paper, cut } = values;
  const id = `own-printer-${use}`;
  return (
    <Box component="fieldset" m="1.25rem 0" p={0} bd={0}>
      <Box component="legend" p={0} fw={600}>
        {t(`devices.own.uses.${use}`)}
      </Box>
      <SelectField<OwnPrinterValues['by']>
        id={id}
        label={t('devices.own.legend')}
        value={by}
        options={connections.map((value) => ({
          value,
          label:
            value === 'none'
              ? t(use === 'spare' ? 'devices.own.noSpare' : 'devices.own.none')
              : t(`devices.printer.by.${value}`),
        }))}
        onChange={(chosen) => onChange({ by: chosen })}
      />
      {by === 'system' && (
        <SystemPrinter id={id} name={name} onName={(chosen) => onChange({ name: chosen })} />
      )}
      {by !== 'none' && by !== 'system' && (
        <>
          <DeviceConnection
            id={id}
            by={by}
            values={line}
            isWrong={isWrong}
            onChange={(changed) => onChange({ line: changed })}
          />
          <Toggle
            label={t('devices.printer.cut')}
            text={t('devices.printer.cutText')}
            checked={cut}
            onChange={(checked) => onChange({ cut: checked })}
          />
        </>
      )}
      {by !== 'none' && (
        <>
          {use !== 'statements' && (
            <SelectField<Paper>
              id={`${id}-paper`}
              label={t('printing.paper')}
              value={paper}
              options={papers.map((value) => ({ value, label: t(`printing.papers.${value}`) }))}
              onChange={(chosen) => onChange({ paper: chosen })}
            />
          )}
          <DeviceTrial
            command="device.tryOwnPrinter"
            input={canTry ? ownPrinterOf(values) : undefined}
            label={t('devices.printer.try')}
            done={t('devices.printer.done')}
          />
        </>
      )}
    </Box>
  );
}

function SystemPrinter({ id, name, onName }: { id: string; name: string; onName: (name: string) => void }) {
  const { t } = useLanguage();
  const printers = useTerminalQuery('receipt.printers', {}).data?.printers ?? [];
  const isListed = name === '' || printers.some((printer) => printer.name === name);
  return (
    <SelectField<string>
      id={`${id}-name`}
      label={t('devices.own.system')}
      value={name}
      options={[
        { value: '', label: t('printing.default') },
        ...(isListed ? [] : [{ value: name, label: name }]),
        ...printers.map((printer) => ({ value: printer.name, label: printer.label })),
      ]}
      onChange={onName}
    />
  );
}

interface OwnPrinterValues {
  /** The connection; '' if the receipt printer is used. */
  readonly by: PrinterConnection['by'] | 'none';
  readonly line: LineValues;
  /** Empty for the system's own choice of printer. */
  readonly name: string;
  readonly paper: Paper;
  readonly cut: boolean;
}
type OwnPrintersValues = Readonly<Record<PrintUse, OwnPrinterValues>>;

const usualPaper: Readonly<Record<PrintUse, Paper>> = {
  invoices: 'a4',
  statements: 'a4',
  reports: 'roll80',
  labels: 'roll58',
  spare: 'roll80',
};

function ownPrinterValues(saved: OwnPrinters): OwnPrintersValues {
  const valuesOf = (use: PrintUse): OwnPrinterValues => {
    const ownPrinter = saved[use];
    return {
      by: ownPrinter?.printer.by ?? 'none',
      line: lineOf(ownPrinter?.printer),
      name: ownPrinter?.name ?? '',
      paper: ownPrinter?.paper ?? usualPaper[use],
      cut: ownPrinter?.cut ?? true,
    };
  };
  return {
    invoices: valuesOf('invoices'),
    statements: valuesOf('statements'),
    reports: valuesOf('reports'),
    labels: valuesOf('labels'),
    spare: valuesOf('spare'),
  };
}

/** Returns the printer to send, whose connection may be invalid; undefined if the receipt printer is used. */
function ownPrinterOf({ by, line, name, paper, cut }: OwnPrinterValues): OwnPrinter | undefined {
  if (by === 'none') return undefined;
  if (by !== 'system') return { printer: connectionOf(by, line), paper, cut };
  return { printer: { by }, paper, cut, ...(name !== '' && { name }) };
}

function ownPrintersOf(values: OwnPrintersValues): OwnPrinters {
  const printers: OwnPrinters = {};
  for (const use of printUses) {
    const ownPrinter = ownPrinterOf(values[use]);
    if (ownPrinter !== undefined) printers[use] = ownPrinter;
  }
  return printers;
}

/** Returns the paths of invalid values, such as `invoices.host`, by the schema that the terminal uses too. */
function wrongOwnPrinters(values: OwnPrintersValues): ReadonlySet<string> {
  const parsed = ownPrintersSchema.safeParse(ownPrintersOf(values));
  return new Set(parsed.error?.issues.map(({ path }) => path.join('.').replace('.printer', '')));
}
