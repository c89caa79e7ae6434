import type { OfficeName } from '../../../shared/office/contract.ts';
import { refuse } from '../../../shared/office/failure.ts';
import { archiveMonth } from '../archive/archive-month.ts';
import { checkArchive } from '../archive/read-archive.ts';
import { listArchive } from '../views/archive.ts';
import type { CallContext, Handlers } from './call-context.ts';
import { commander, orderContextOf } from './order-handlers.ts';

/** Returns the person, if they may see whole taxpayers: a month's archive contains every branch of its taxpayer. */
function keeper(context: CallContext) {
  const by = commander(context);
  return (by.scope.branches ?? []).length === 0 ? by : refuse('not-allowed');
}

const sinkOf = ({ archive }: CallContext) => archive ?? refuse('no-archive');

export const archiveHandlers: Handlers<Extract<OfficeName, `archive.${string}`>> = {
  'archive.list': async (_, context) => ({
    ...(await listArchive(context.database, keeper(context).scope, context.now)),
    place:
      context.archive === undefined ? null : { name: context.archive.place, holds: context.archive.holds },
  }),
  'archive.make': async ({ entity, period }, context) => {
    const { tenant, scope, by, person } = keeper(context);
    const vatNumber = await context.database.within(scope, async (client) => {
      const { rows } = await client.query<{ vat: string }>(
        'SELECT vat_number AS vat FROM entity WHERE entity = $1',
        [entity],
      );
      return rows[0]?.vat ?? refuse('not-found');
    });
    const given = { tenant, vatNumber, period, sink: sinkOf(context), by, person };
    const made = await archiveMonth(orderContextOf(context), given);
    return { documents: made?.documents ?? 0 };
  },
  'archive.check': async (month, context) => {
    const { scope } = keeper(context);
    const { signer } = orderContextOf(context);
    return { parts: await checkArchive(context.database, scope, sinkOf(context), signer, month) };
  },
};
