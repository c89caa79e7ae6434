import type { KnownAction } from '../../../../shared/activity.ts';

/** Every action that a line of the audit log may have. */
export type AuditAction = KnownAction;

export type WriteAudit = (actor: string, action: AuditAction, detail?: unknown) => void;
