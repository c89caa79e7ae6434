import { Button } from '@mantine/core';
import { IconFileDownload, IconPrinter } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { Result } from '../../../shared/failure.ts';
import common from '../../ui/components/common.module.css';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { saveFile } from '../../ui/components/tables/save-file.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { useTakeFresh } from './auto-print.tsx';
import styles from './hand-over.module.css';
import { printPage } from './print-page.ts';

interface HandOverProps {
  readonly uuid: string;
  /**
   * The form of a document issued just now that may be handed over: it prints automatically if the shop wants every
   * receipt on paper.
   */
  readonly fresh?: FreshForm | undefined;
}

export type FreshForm = 'issued' | 'cleared';

/** Returns the function that prints a document; one issued just now is printed automatically if the shop wants that. */
export function usePrint({ uuid, fresh }: HandOverProps) {
  const takeFresh = useTakeFresh();
  const { run, busy, failure } = useTerminalCommand('receipt.print');
  const [onSpare, setOnSpare] = useState(false);
  const { data: settings } = useTerminalQuery('receipt.settings', fresh === undefined ? undefined : {});

  const running = useRef<Promise<unknown>>(Promise.resolve());

  function print(isFirst = false): Promise<void> {
    const done = run({ uuid, ...(isFirst && { isFirst }) }).then(takeResult);
    running.current = Promise.all([running.current, done]);
    return done;
  }

  function takeResult(result: Result<CommandOutput<'receipt.print'>> | undefined): void {
    if (!result?.ok) return;
    if (result.value.by === 'page') printPage(result.value.html);
    else setOnSpare(result.value.spare === true);
  }

  const printFresh = useEffectEvent((form: string, isWanted: boolean) => {
    // A slow printer may still be printing the uncleared form, and a second run beside it would do nothing.
    if (takeFresh(form) && isWanted) void running.current.then(() => print(true));
  });
  useEffect(() => {
    if (fresh !== undefined && settings !== undefined) printFresh(`${uuid} ${fresh}`, settings.autoPrint);
  }, [fresh, settings, uuid]);
  return { print, busy, failure, onSpare };
}

export function HandOver({ uuid, fresh }: HandOverProps) {
  const { t } = useLanguage();
  const printing = usePrint({ uuid, fresh });
  const pdf = useTerminalCommand('receipt.pdf');

  async function savePdf(): Promise<void> {
    const result = await pdf.run({ uuid });
    if (result?.ok) saveFile(result.value.fileName, bytesOf(result.value.base64), 'application/pdf');
  }

  const failure = printing.failure ?? pdf.failure;
  return (
    <div className={`${common.buttons} ${styles.handOver}`}>
      <FailureNote of={failure} />
      {printing.onSpare && <Note tone="amber">{t('receipt.onSpare')}</Note>}
      <Button
        variant="default"
        loading={printing.busy}
        leftSection={<IconPrinter size={22} aria-hidden />}
        onClick={() => void printing.print()}
      >
        {t('receipt.print')}
      </Button>
      <Button
        variant="default"
        loading={pdf.busy}
        leftSection={<IconFileDownload size={22} aria-hidden />}
        onClick={() => void savePdf()}
      >
        {t('receipt.savePdf')}
      </Button>
    </div>
  );
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
