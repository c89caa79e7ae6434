import { Button, Flex, Modal } from '@mantine/core';
import { useState } from 'react';
import type { InvoiceRow } from '../../../../shared/contract/till/invoices.ts';
import { describeFailure, describeIssue } from '../../../../shared/words/index.ts';
import common from '../../../ui/components/common.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { KeyCap } from '../../../ui/components/press/key-cap.tsx';
import { Unreal } from '../../../ui/components/press/main-action.tsx';
import { useSettled } from '../../../ui/components/press/use-settled.ts';
import { useSteadyPress } from '../../../ui/components/press/use-steady-press.ts';
import { TableHead } from '../../../ui/components/tables/table-head.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { keys, useDialogKeys } from '../../../ui/page/keys.ts';
import { hashOf } from '../../../ui/page/route.ts';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { useNow } from '../../../ui/terminal/use-now.ts';
import { useScans } from '../../scanner/scanner.tsx';
import styles from './reissue-dialog.module.css';
import { type Result, useReissue } from './use-reissue.ts';

interface ReissueDialogProps {
  /** The rejected documents, oldest first. */
  readonly documents: readonly InvoiceRow[];
  readonly onClose: () => void;
}

/** Asks before documents are issued again as they were, shows the progress, and then what became of each. */
export function ReissueDialog({ documents: given, onClose }: ReissueDialogProps) {
  const { t } = useLanguage();
  // The list loses the documents one by one while they are issued again.
  const [documents] = useState(given);
  const reissue = useReissue(documents);
  useScans(() => 'untaken');
  return (
    <Modal
      opened
      onClose={reissue.state === 'running' ? () => {} : onClose}
      closeOnClickOutside={false}
      title={t('rejections.sure')}
      size="40rem"
      centered
      closeButtonProps={{ 'aria-label': t('app.close'), size: '3rem' }}
      classNames={{ title: common.title }}
    >
      {reissue.state === 'asking' && (
        <Question documents={documents} onClose={onClose} onConfirm={() => void reissue.run()} />
      )}
      {reissue.state === 'running' && <Progress done={reissue.results.length} of={documents.length} />}
      {reissue.state === 'done' && <Outcome {...reissue} documents={documents} onClose={onClose} />}
    </Modal>
  );
}

interface QuestionProps extends ReissueDialogProps {
  readonly onConfirm: () => void;
}

function Question({ documents, onConfirm, onClose }: QuestionProps) {
  const { t, format } = useLanguage();
  const now = useNow(useStatus()?.now);
  const settled = useSettled();
  const confirm = () => {
    if (settled) onConfirm();
  };
  const steady = useSteadyPress(confirm);
  useDialogKeys({ [keys.confirm]: confirm });
  const count = documents.length;
  return (
    <>
      {/* This takes the focus instead of a button, so that Enter answers nothing. */}
      <p className={styles.what} tabIndex={-1} data-autofocus>
        {t('rejections.what', { count, time: format.dateTime(new Date(now).toISOString()) })}
      </p>
      <p className={common.remark}>{t('rejections.money')}</p>
      <Flex wrap="wrap" align="center" justify="space-between" gap="0.75rem" mt="1.25rem">
        <Button variant="default" onClick={onClose}>
          {t('rejections.notYet')}
        </Button>
        <Button
          aria-disabled={!settled}
          {...(!settled && { 'data-disabled': true })}
          rightSection={<KeyCap of={keys.confirm} />}
          {...steady}
        >
          <span>
            {t('rejections.allAgain', { count })}
            <Unreal />
          </span>
        </Button>
      </Flex>
    </>
  );
}

function Progress({ done, of }: { done: number; of: number }) {
  const { t, format } = useLanguage();
  return (
    <div role="status">
      <p className={styles.what}>
        {t('rejections.issuing')}{' '}
        <span className={common.soft}>
          {t('rejections.progress', { done: format.count(done), of: format.count(of) })}
        </span>
      </p>
      <progress className={styles.progress} aria-label={t('rejections.issuing')} max={of} value={done} />
    </div>
  );
}

interface OutcomeProps
  extends ReissueDialogProps,
    Pick<ReturnType<typeof useReissue>, 'results' | 'failure'> {}

function Outcome({ documents, results, failure, onClose }: OutcomeProps) {
  const { t } = useLanguage();
  const done = results.filter((result) => 'issued' in result).length;
  const undone = documents.length - done;
  const byUuid = new Map(results.map((result) => [result.rejected, result]));
  return (
    <>
      <p className={styles.what} role="status">
        {t('rejections.done', { count: done })}
      </p>
      {undone > 0 && <Note tone="amber">{t('rejections.undone', { count: undone })}</Note>}
      <FailureNote of={failure} />
      {results.length > 0 && (
        <div className={styles.results}>
          <table className={common.table} aria-label={t('rejections.results')}>
            <TableHead heads={[t('rejections.was'), t('rejections.now')]} />
            <tbody>
              {documents.map(({ uuid, number }) => (
                <tr key={uuid}>
                  <td>
                    <bdi dir="ltr">{number}</bdi>
                  </td>
                  <td>
                    <ResultOf result={byUuid.get(uuid)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Flex wrap="wrap" align="center" justify="space-between" gap="0.75rem" mt="1.25rem">
        <span />
        <Button onClick={onClose} data-autofocus>
          {t('app.close')}
        </Button>
      </Flex>
    </>
  );
}

function ResultOf({ result }: { result: Result | undefined }) {
  const { language } = useLanguage();
  if (result === undefined) return '–';
  if ('failure' in result) {
    const [issue] = result.failure.issues ?? [];
    return (
      <span className={common.tone} data-tone="red">
        {issue === undefined ? describeFailure(result.failure, language) : describeIssue(issue, language)}
      </span>
    );
  }
  return (
    <a className={common.target} href={hashOf({ screen: 'invoice', uuid: result.issued.uuid })}>
      <bdi dir="ltr">{result.issued.number}</bdi>
    </a>
  );
}
