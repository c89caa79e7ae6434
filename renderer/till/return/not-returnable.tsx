import { Button } from '@mantine/core';
import type { Returnable } from '../../../shared/contract/till/returns.ts';
import { describeIssue } from '../../../shared/words/index.ts';
import common from '../../ui/components/common.module.css';
import { Note } from '../../ui/components/marks/note.tsx';
import { KeyCap } from '../../ui/components/press/key-cap.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys } from '../../ui/page/keys.ts';
import { hashOf } from '../../ui/page/route.ts';
import { isDocumentCode } from '../scanner/document-code.ts';
import { useScans } from '../scanner/scanner.tsx';
import { DocumentHead } from './document-head.tsx';
import styles from './return-screen.module.css';
import { useOpenReturn } from './use-open-return.ts';

/** The notice for a document whose goods cannot be chosen here: the reason, and links to continue. */
export function NotReturnable({ invoice, why }: { invoice: Returnable['invoice']; why: string }) {
  const { t, language } = useLanguage();
  const openReturn = useOpenReturn();
  useScans(async (code) => (isDocumentCode(code) && (await openReturn(code)) ? 'known' : 'untaken'));
  return (
    <main className={styles.find}>
      <DocumentHead invoice={invoice} />
      <Note tone="amber">{describeIssue({ path: [], code: why, message: why }, language)}</Note>
      <div className={common.buttons}>
        <Button
          variant="default"
          component="a"
          href={hashOf({ screen: 'return' })}
          rightSection={<KeyCap of={keys.back} />}
        >
          {t('return.findOther')}
        </Button>
        <Button variant="subtle" component="a" href={hashOf({ screen: 'invoice', uuid: invoice.uuid })}>
          {t('receipt.open')}
        </Button>
      </div>
    </main>
  );
}
