import { policyFields } from '../../../../shared/contract/terminal/policy.ts';
import type { Policy } from './read-policy.ts';

type Field = (typeof policyFields)[number];

export function fieldsSet(policy: Policy): Field[] {
  const { authorities, gateway, printers } = policy;
  const set: Record<Field, boolean> = {
    proxy: policy.proxy !== undefined,
    authorities: authorities.length > 0,
    gateway: Object.values(gateway ?? {}).some((address) => address !== undefined),
    backups: policy.backups !== undefined,
    printer: printers?.receipt !== undefined,
    systemPrinter: printers?.system !== undefined,
    paper: printers?.paper !== undefined,
    updates: policy.updates !== undefined,
    headOffice: policy.headOffice !== undefined,
    autostart: policy.autostart !== undefined,
    kiosk: policy.kiosk !== undefined,
  };
  return policyFields.filter((field) => set[field]);
}
