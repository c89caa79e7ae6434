import type { KnownAction } from '../../../../shared/activity.ts';

/** Every action that a line of the audit log may have. Lines of older versions keep their own. */
export type AuditAction = KnownAction;

export type WriteAudit = (actor: string, action: AuditAction, detail?: unknown) => void;
