import { policyFields } from '../../../shared/contract/policy.ts';
import type { Policy } from './read-policy.ts';

type Field = (typeof policyFields)[number];

export function fieldsSet({
  proxy,
  authorities,
  gateway,
  backups,
  printers,
  updates,
  headOffice,
  autostart,
  kiosk,
}: Policy): Field[] {
  const set: Record<Field, boolean> = {
    proxy: proxy !== undefined,
    authorities: authorities.length > 0,
    gateway: Object.values(gateway ?? {}).some((address) => address !== undefined),
    backups: backups !== undefined,
    printer: printers?.receipt !== undefined,
    systemPrinter: printers?.system !== undefined,
    paper: printers?.paper !== undefined,
    updates: updates !== undefined,
    headOffice: headOffice !== undefined,
    autostart: autostart !== undefined,
    kiosk: kiosk !== undefined,
  };
  return policyFields.filter((field) => set[field]);
}
