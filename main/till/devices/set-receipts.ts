import type { CommandParsed } from '../../../shared/contract/index.ts';
import type { ShopLines } from '../../../shared/shop-lines.ts';
import { handOverSetting, printingSetting, shopSetting } from '../../../shared/stored/settings/terminal.ts';
import type { Settings } from '../../base/platform/settings.ts';
import { withSoundLogo } from '../../document/paper/logo.ts';

/**
 * Stores a manager's choices for receipts; omitted ones stay unchanged.
 * @returns the choices for the audit log
 * @throws FailureError `bad-input` for a logo that cannot be printed
 */
export function setReceipts(
  { shop: lines, handOver, ...printing }: CommandParsed<'receipt.setSettings'>,
  settings: Pick<Settings, 'write'>,
): object {
  const shop = lines && withSoundLogo(lines);
  settings.write(printingSetting, printing);
  if (shop !== undefined) settings.write(shopSetting, shop);
  if (handOver !== undefined) settings.write(handOverSetting, handOver);
  return {
    ...printing,
    ...(handOver !== undefined && { handOver }),
    ...(shop !== undefined && { shop: withoutLogo(shop) }),
  };
}

/** The audit log only records that there is a logo, since pictures would fill it. */
const withoutLogo = ({ logo, ...lines }: ShopLines) => ({ ...lines, hasLogo: logo !== undefined });
