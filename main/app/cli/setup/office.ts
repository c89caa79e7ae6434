import type { OfficeView } from '../../../../shared/contract/programs/office.ts';
import type { Environment } from '../../../../shared/status.ts';
import { type Ask, ask, onData } from '../on-terminal.ts';
import { secretFromOutside } from '../secrets-from-outside.ts';
import { UsageError } from '../usage-error.ts';

interface OfficeOptions {
  data: string;
  env?: Environment;
  json?: boolean;
}

export function officeStatus(options: OfficeOptions): Promise<void> {
  return work(options, async (ask) => print(await ask('office.get', {}), options));
}

export async function enrolAtOffice(address: string | undefined, options: OfficeOptions): Promise<void> {
  const code = await secretFromOutside('KHATM_OFFICE_CODE', 'Code from the head office');
  if (code === undefined)
    throw new UsageError('the code is needed: in KHATM_OFFICE_CODE, or typed at a terminal');
  await work(options, async (ask) => print(await ask('office.enrol', { address, code }), options));
}

export function leaveOffice(options: OfficeOptions): Promise<void> {
  return work(options, async (ask) => {
    const left = await ask('office.leave', {});
    if (options.json === true) console.log(JSON.stringify(left));
    else console.log(left.told ? 'left' : 'left here; the head office could not be told');
  });
}

function work({ data, env }: OfficeOptions, doing: (ask: Ask) => Promise<void>): Promise<void> {
  return onData({ data, env }, async (terminal) => {
    // A terminal that may not sell can still be enrolled, and can leave.
    await terminal.ready().catch(() => undefined);
    await doing((...args) => ask(terminal, ...args));
  });
}

function print({ membership }: OfficeView, { json }: OfficeOptions): void {
  if (json === true) console.log(JSON.stringify(membership ?? null));
  else if (membership === undefined) console.log('no head office');
  else {
    const { address, name, state, lastContact, contact, orders } = membership;
    console.log(`head office: ${address}, as ${name}`);
    console.log(`state: ${state ?? 'not asked yet'}`);
    if (lastContact !== undefined) console.log(`last contact: ${lastContact}`);
    if (contact !== undefined) console.log(`ask: ${Object.values(contact).join(', ')}`);
    for (const { number, kind, at, result, why } of orders)
      console.log(`order ${number}: ${kind}, ${result}${why === undefined ? '' : ` (${why})`}, ${at}`);
  }
}
