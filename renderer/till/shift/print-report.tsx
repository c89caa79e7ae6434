import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { printPage } from '../receipt/print-page.ts';

export function PrintReport({ number }: { number: number }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('shift.print');
  const print = async () => {
    const result = await run({ number });
    if (result?.ok && result.value.by === 'page') printPage(result.value.html);
  };
  return (
    <>
      <FailureNote of={failure} />
      <Button
        variant="default"
        aria-disabled={busy}
        leftSection={<IconPrinter size={22} aria-hidden />}
        onClick={() => void print()}
      >
        {t('shiftReport.print')}
      </Button>
    </>
  );
}
