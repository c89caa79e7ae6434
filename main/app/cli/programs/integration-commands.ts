import { type Command, Option } from 'commander';
import { apiScopes } from '../../../../shared/contract/programs/integration.ts';
import { occurrenceKinds, standardKinds } from '../../../../shared/contract/programs/webhook-events.ts';
import { deliveryStates } from '../../../../shared/contract/programs/webhooks.ts';
import { terminalCommand } from '../terminal-command.ts';

const load = () => import('./integration.ts');

const help = `
The commands are those of the screen, with the same checks and the same lines in the audit log. They may be given while
a till or \`khatm serve\` works on the folder, which takes them up within seconds; a training terminal is made where the
folder has none. Secrets are printed once and kept nowhere. What comes from outside is no argument, but a variable or
the file that <variable>_FILE names:
  KHATM_PASSPHRASE      of the vault, on a machine without a keychain
  KHATM_PIN             of the manager that --manager names
  KHATM_WEBHOOK_SECRET  the receiver's own signing secret, at add and rotate; one is made without it
Exit codes: 0 done; 1 it is set, but does not work yet, or the receiver did not take the test; 2 the call is wrong, and
nothing was changed.`;

export function addIntegrationCommands(program: Command): void {
  const integration = program.command('integration').description('let other programs in, without a screen');
  addApi(integration);
  addFolder(integration);
  addClients(integration);
  addWebhooks(integration);
  on(integration, 'sandbox', 'the address of training’s authority, and its port')
    .option('--port <n>', 'a fixed one, from the next start on')
    .option('--any-port', 'any free one again')
    .action(async (options) => (await import('./integration-sandbox.ts')).integrationSandbox(options));
}

function on(parent: Command, name: string, description: string): Command {
  return terminalCommand(parent, name, description)
    .option('--manager <name>', 'act as this manager, whose PIN is asked for (default: the command line)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', help);
}

function addApi(integration: Command): void {
  const api = integration.command('api').description('the API for other programs');
  on(api, 'status', 'whether it is on, where it listens, and what keeps it from listening').action(
    async (options) => (await load()).apiStatus(options),
  );
  on(api, 'on', 'turn it on, or change where it listens')
    .option('--port <n>', 'by default the one it has, at first 8790')
    .option('--network', 'serve the local network, over HTTPS')
    .option('--this-machine', 'serve this machine alone, over HTTP')
    .action(async (options) => (await load()).apiOn(options));
  on(api, 'off', 'turn it off').action(async (options) => (await load()).apiOff(options));
}

function addFolder(integration: Command): void {
  const folder = integration.command('folder').description('the drop folder for programs without HTTP');
  on(folder, 'status', 'whether it is on, where it is, and what waits in it').action(async (options) =>
    (await load()).folderStatus(options),
  );
  on(folder, 'on', 'turn it on')
    .option('--folder <dir>', "by default `drop` in the environment's folder")
    .option(
      '--other-systems',
      'its files may name documents of other systems, with their totals (otherSystem)',
    )
    .option('--no-other-systems', 'they may not, as at first')
    .action(async (options) => (await load()).folderOn(options));
  on(folder, 'off', 'turn it off').action(async (options) => (await load()).folderOff(options));
}

function addClients(integration: Command): void {
  const client = integration.command('client').description('programs that may ask for tokens');
  on(client, 'list', 'all of them, newest first, revoked ones last').action(async (options) =>
    (await load()).listClients(options),
  );
  on(client, 'add', 'let a program in; prints its id and its secret')
    .requiredOption('--name <name>', 'what people call it')
    .addOption(new Option('--scope <scope...>', 'what it may do').choices(apiScopes).makeOptionMandatory())
    .action(async (options) => (await load()).addClient(options));
  on(client, 'rotate', 'make a new secret, and print it')
    .argument('<id>')
    .option('--grace-hours <n>', 'how long the old one is still accepted', '24')
    .action(async (id, options) => (await load()).rotateClient(id, options));
  on(client, 'approvals', 'who let an app in, and when it last came')
    .argument('<id>')
    .action(async (id, options) => (await load()).listApprovals(id, options));
  on(
    client,
    'end-approval',
    'end one approval with its tokens; the app stays, and a manager may let it in again',
  )
    .argument('<approval>')
    .action(async (id, options) => (await load()).endApproval(id, options));
  on(client, 'revoke', 'shut a program out for good, with all its tokens')
    .argument('<id>')
    .action(async (id, options) => (await load()).revokeClient(id, options));
}

function addWebhooks(integration: Command): void {
  const webhook = integration.command('webhook').description('receivers of events');
  on(webhook, 'list', 'all of them').action(async (options) => (await load()).listWebhooks(options));
  on(webhook, 'add', 'add a receiver; prints its id and the secret that signs')
    .argument('<url>', 'https; in training also http to this machine')
    .addOption(
      new Option('--kind <kind...>', `the events it receives (default: ${standardKinds.join(', ')})`).choices(
        occurrenceKinds,
      ),
    )
    .option(
      '--allow-private',
      'it may be on this machine or in a private network; in training this machine needs no leave',
    )
    .action(async (url, options) => (await load()).addWebhook(url, options));
  on(webhook, 'test', 'send it a test event, once; exit 1 unless it was taken')
    .argument('<id>')
    .addOption(new Option('--kind <kind>', 'the event that is tested').choices(occurrenceKinds))
    .action(async (id, options) => (await load()).testWebhook(id, options));
  on(
    webhook,
    'rotate',
    'make a second secret, and print it; both serve until the change ends; again where it got lost',
  )
    .argument('<id>')
    .option('--finish', 'end the change: from now on the new secret alone signs')
    .action(async (id, options) => (await load()).rotateWebhook(id, options));
  on(webhook, 'on', 'send to it again, what waited first')
    .argument('<id>')
    .action(async (id, options) => (await load()).switchWebhook(id, true, options));
  on(webhook, 'off', 'send nothing to it; its events wait')
    .argument('<id>')
    .action(async (id, options) => (await load()).switchWebhook(id, false, options));
  on(webhook, 'remove', 'forget it and its secret')
    .argument('<id>')
    .action(async (id, options) => (await load()).removeWebhook(id, options));
  addDeliveries(webhook);
}

function addDeliveries(webhook: Command): void {
  const deliveries = () => import('./deliveries.ts');
  on(webhook, 'deliveries', 'what receivers did not get, newest first')
    .addOption(
      new Option('--state <state...>', 'those that were given up, unless others are named')
        .choices(deliveryStates)
        .default(['dead']),
    )
    .option('--receiver <id>', 'of this receiver alone')
    .option('--limit <n>', 'at most so many, 1 to 200', '100')
    .action(async (options) => (await deliveries()).listDeliveries(options));
  on(
    webhook,
    'resend',
    'send again what was given up; exit 1 if the receiver did not take the one that is named',
  )
    .argument('[delivery]')
    .option('--all', 'all of them; they are sent by the till or `khatm serve`')
    .option('--receiver <id>', 'with --all: those of this receiver alone')
    .action(async (id, options) => (await deliveries()).resendDeliveries(id, options));
}
