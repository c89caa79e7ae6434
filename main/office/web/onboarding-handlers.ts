import type { OfficeName } from '../../../shared/office/contract.ts';
import { refuse } from '../../../shared/office/failure.ts';
import { handOut } from '../onboarding/hand-out.ts';
import { addList } from '../onboarding/read-tills.ts';
import { listOnboarding } from '../views/onboarding.ts';
import type { Handlers } from './call-context.ts';
import { commander, orderContextOf } from './order-handlers.ts';

const minute = 60_000;

export const onboardingHandlers: Handlers<Extract<OfficeName, `onboarding.${string}`>> = {
  'onboarding.list': (input, context) =>
    listOnboarding(context.database, commander(context).scope, context.now, input),
  'onboarding.add': async ({ csv }, context) => {
    const { database, now } = context;
    const { tenant, scope, ...by } = commander(context);
    // A list may name any taxpayer and branch.
    if ((scope.entities ?? []).length + (scope.branches ?? []).length > 0) return refuse('not-allowed');
    const { faults, added } = await addList(database, tenant, csv, { ...by, now });
    return { faults: [...faults], added: added.map(({ name: till, ...rest }) => ({ till, ...rest })) };
  },
  'onboarding.handOut': async ({ minutesAgo, ...given }, context) => {
    const madeAt = context.now - minutesAgo * minute;
    const { tills, ...rest } = await handOut(orderContextOf(context), {
      ...commander(context),
      ...given,
      madeAt,
    });
    return { given: tills.length, ...rest };
  },
};
