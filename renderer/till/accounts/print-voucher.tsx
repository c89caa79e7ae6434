import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { printPage } from '../receipt/print-page.ts';

export function usePrintVoucher() {
  const { run, busy, failure } = useTerminalCommand('account.printVoucher');
  const print = async (number: number) => {
    const printed = await run({ number });
    if (printed?.ok && printed.value.by === 'page') printPage(printed.value.html);
  };
  return { print, busy, failure };
}

export function PrintVoucher({ number }: { number: number }) {
  const { t, format } = useLanguage();
  const { print, busy, failure } = usePrintVoucher();
  return (
    <>
      <Button
        variant="default"
        aria-label={t('accounts.printOf', { number: format.count(number) })}
        aria-disabled={busy}
        leftSection={<IconPrinter size={22} aria-hidden />}
        onClick={() => void print(number)}
      >
        {t('accounts.printAgain')}
      </Button>
      <ProblemNote of={failure} />
    </>
  );
}
