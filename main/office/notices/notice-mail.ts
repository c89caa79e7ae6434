import { officeWords } from '../../../shared/words/office.ts';
import { escapeHtml } from '../../base/platform/escape-html.ts';
import { riyadhText } from '../../base/platform/riyadh-time.ts';
import type { Mail } from './mail.ts';
import type { DueNotice, NoticedTaxpayer, NoticedTill } from './notices.ts';

/** The number of tills, or taxpayers, that a mail names; the others are only counted. */
const mostNamed = 50;

/**
 * Writes the e-mail of a notice in its recipient's language.
 * @param address the address at which browsers find the office, if it is known
 */
export function noticeMail(
  { what, cause, tills, taxpayers, address: to, language, event }: DueNotice,
  address: string | undefined,
): Mail {
  const t = officeWords[language];
  const head =
    what === 'test' || cause === null
      ? t('notices.mail.test')
      : t(`notices.mail.${what}`, {
          cause: t(`alarms.causes.${cause}`),
          tills:
            taxpayers.length > 0
              ? t('notices.mail.taxpayers', { count: taxpayers.length })
              : t('tills.count', { count: tills.length }),
        });
  const lines = [
    ...tills.slice(0, mostNamed).map((till) => lineOf(till, t)),
    ...taxpayers.slice(0, mostNamed).map((taxpayer) => taxpayerLine(taxpayer, t)),
  ];
  const [moreTills, moreTaxpayers] = [tills.length - mostNamed, taxpayers.length - mostNamed];
  if (moreTills > 0) lines.push(t('notices.mail.more', { count: moreTills }));
  if (moreTaxpayers > 0) lines.push(t('notices.mail.moreTaxpayers', { count: moreTaxpayers }));
  const foot = what === 'test' ? t('notices.mail.testFoot') : t('notices.mail.foot');
  const link = address === undefined ? [] : [`${address}/office/#alarms`];
  const listed = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
  const linked = link.map((href) => `<p><a href="${escapeHtml(href)}">${escapeHtml(href)}</a></p>`).join('');
  return {
    to,
    subject: `${t('title')}: ${head}`,
    text: [head, '', ...lines, '', foot, ...link].join('\n'),
    html: `<div dir="${language === 'ar' ? 'rtl' : 'ltr'}" lang="${language}"><p><b>${escapeHtml(head)}</b></p><ul>${listed}</ul><p>${escapeHtml(foot)}</p>${linked}</div>`,
    messageId: `<${event}@khatm>`,
  };
}

function lineOf({ since, endedAt, name, branch }: NoticedTill, t: (typeof officeWords)['en']): string {
  const times = { since: inRiyadh(since), until: inRiyadh(endedAt ?? since) };
  return endedAt === null
    ? t('notices.mail.till', { name, branch, ...times })
    : t('notices.mail.tillEnded', { name, branch, ...times });
}

function taxpayerLine(
  { vatNumber: vat, since, endedAt }: NoticedTaxpayer,
  t: (typeof officeWords)['en'],
): string {
  const times = { since: inRiyadh(since), until: inRiyadh(endedAt ?? since) };
  return endedAt === null
    ? t('notices.mail.taxpayer', { vat, ...times })
    : t('notices.mail.taxpayerEnded', { vat, ...times });
}

/** Returns a time in Riyadh, such as `2026-11-20 14:05`. */
const inRiyadh = (instant: string): string => riyadhText(Date.parse(instant)).slice(0, 16);
