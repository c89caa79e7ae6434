import { fail } from '../../../../shared/failure.ts';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { exportDocuments } from '../../../books/backup/export-documents.ts';
import type { AuditAction } from '../../../books/ledger/audit/audit-actions.ts';
import { checkAllBooks } from '../../environment/check-all-books.ts';
import type { CommandContext } from '../context.ts';

/** The commands about backups, exports and checks. */
export function maintenanceCommands({
  environment,
  terminal: { clock, folder: ownFolder },
}: CommandContext): HandlersOf<'maintenance.'> {
  const { ledger, backups, company } = environment;
  const audit = (actor: string, action: AuditAction, detail?: unknown) =>
    ledger.audit.write({ at: clock.now(), actor, action, detail });

  return {
    'maintenance.backups': () => backups.view(),
    'maintenance.setBackups': async ({ folder }, { name }) => {
      backups.setFolder(folder);
      audit(name, 'backups-set', { folder });
      // The view shows why a backup failed.
      await backups.run().catch(() => undefined);
      return backups.view();
    },
    'maintenance.backUp': async (_, { name }) => {
      audit(name, 'backup-asked');
      await backups.run();
      return backups.view();
    },
    'maintenance.export': async ({ folder, from, to }, { name }) => {
      const { vatNumber } = company() ?? fail('no-company');
      const done = await exportDocuments({
        ledger,
        vatNumber,
        folder,
        ownFolder,
        range: { from, to },
      });
      audit(name, 'exported', { from, to, documents: done.documents });
      return done;
    },
    'maintenance.check': () => checkAllBooks(environment),
    'maintenance.comparison': () => {
      const { at, done, of } = environment.comparison();
      return { at: at === undefined ? undefined : new Date(at).toISOString(), done, of };
    },
    'maintenance.resumeIssuing': (_, { name }) => environment.resumeIssuing(name),
    'maintenance.adoptPlace': ({ last }, { name }) => environment.adoptPlace(name, last),
  };
}
