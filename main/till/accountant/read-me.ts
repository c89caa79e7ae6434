import type { Company } from '../../../shared/company.ts';
import type { Environment } from '../../../shared/status.ts';
import { languages, words } from '../../../shared/words/index.ts';
import { screens } from '../../../shared/words/screens.ts';
import { riyadhText } from '../../base/platform/riyadh-time.ts';
import { countedAt, type LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Month } from './month.ts';

export interface ReadMe {
  readonly month: Month;
  readonly company: Company;
  readonly environment: Environment;
  readonly documents: number;
  /** The last document, if the month is not over. */
  readonly until: Pick<LedgerEntry, 'number' | 'issuedAt' | 'trueAt'> | undefined;
  readonly isGoingOn: boolean;
}

export function readMe(about: ReadMe): string {
  return ['\uFEFF', ...languages.toReversed().flatMap((language) => partIn(language, about))]
    .join('\r\n')
    .replace('\uFEFF\r\n', '\uFEFF');
}

function partIn(language: (typeof languages)[number], about: ReadMe): string[] {
  const { month, company, environment, documents, until } = about;
  const t = screens[language];
  const line = (name: string, text: string) => `${name}\r\n    ${text}`;
  return [
    t('month.file.title', { month: month.name }),
    `${company.name}, ${company.vatNumber}, ${company.terminal.numberPrefix}`,
    t('month.file.documents', { count: documents }),
    ...(environment === 'production'
      ? []
      : [t('month.file.practice', { environment: words[language].environments[environment] })]),
    ...(about.isGoingOn ? [t('month.file.soFar', {})] : []),
    ...(about.isGoingOn && until
      ? [t('month.file.until', { number: until.number, time: riyadhText(countedAt(until)) })]
      : []),
    '',
    line('documents.csv', `${t('month.file.csv', {})}\r\n    ${t('month.file.counted', {})}`),
    line('documents.xlsx', t('month.file.xlsx', {})),
    line('lines.csv', t('month.file.lines', {})),
    line('reports/', t('month.file.reports', {})),
    line('z-reports.html', t('month.file.zPaper', {})),
    line('z-reports.json', t('month.file.zJson', {})),
    line('xml/', t('month.file.xml', {})),
    line('SHA256SUMS', t('month.file.sums', {})),
    '',
    '',
  ];
}
