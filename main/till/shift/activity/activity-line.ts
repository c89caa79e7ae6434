import type { ActivityLine } from '../../../../shared/contract/people/activity.ts';
import type { SaleFacts } from '../../../../shared/sale/sale-facts.ts';
import type { ActivityEntry } from '../../../books/ledger/audit/activity.ts';

/** The facts of a line that a list shows, under the names that the writers of the lines use. */
export function toActivityLine({ id, at, actor, action, detail, document }: ActivityEntry): ActivityLine {
  const facts = detail as Facts;
  const amount = document?.payable ?? number(facts.amount) ?? number(facts.float) ?? number(facts.total);
  const about = [
    facts.reason,
    facts.name,
    facts.number,
    facts.folder,
    facts.report,
    facts.nameAr,
    facts.nameEn,
  ].find((one) => typeof one === 'string' && one !== document?.number);
  const { approval, beside } = facts;
  const agreed = approval?.by;
  return {
    id,
    at: new Date(at).toISOString(),
    by: actor,
    action,
    detail: JSON.stringify(detail),
    ...(document && { document: { uuid: document.uuid, number: document.number, kind: document.kind } }),
    ...(amount !== undefined && { amount }),
    ...(document && { currency: document.currency }),
    ...(typeof about === 'string' && { about }),
    ...(agreed !== undefined && { approvedBy: agreed }),
    ...(beside?.removed && { removed: beside.removed.total }),
    ...(beside?.overrides && { overrides: beside.overrides.difference }),
    ...(beside?.discount !== undefined && { discount: beside.discount }),
  };
}

const number = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? Number(value) : undefined;

/** The facts that several kinds of lines have, as this program wrote them. */
interface Facts extends Readonly<Record<string, unknown>> {
  readonly approval?: { readonly by: string };
  readonly beside?: SaleFacts;
}
