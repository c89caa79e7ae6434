import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { describeFailure } from '../../../shared/words/index.ts';
import { Note } from '../../ui/components/marks/note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { printPage } from '../receipt/print-page.ts';

export function PrintReport({ number }: { number: number }) {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('shift.print');
  const print = async () => {
    const result = await run({ number });
    if (result?.ok && result.value.by === 'page') printPage(result.value.html);
  };
  return (
    <>
      {failure && <Note tone="red">{describeFailure(failure, language)}</Note>}
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
