import { expect, test } from 'vitest';
import { createServices } from '../../../main/app/environment/open/services.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function someServices() {
  const log: string[] = [];
  const errors: unknown[] = [];
  const services = createServices(new FakeClock(), (error) => errors.push(error));
  const service = (name: string) => ({
    start: () => void log.push(`start ${name}`),
    stop: () => void log.push(`stop ${name}`),
  });
  return { log, errors, services, service };
}

test('services start in order, once, in their phase, and stop the other way round', async () => {
  const { log, services, service } = someServices();
  services.add('file', { stop: () => void log.push('stop file') });
  services.add('queue', service('queue'), 'ready');
  services.add('backups', service('backups'), 'leading');
  services.add('api', service('api'), 'ready');
  await services.start('ready');
  await services.start('ready');
  await services.start('leading');
  await services.stop();
  expect(log).toEqual([
    'start queue',
    'start api',
    'start backups',
    'stop api',
    'stop backups',
    'stop queue',
    'stop file',
  ]);
});

test('one that could not start is started again, those before it are not', async () => {
  const { log, services, service } = someServices();
  services.add('queue', service('queue'), 'ready');
  let isBroken = true;
  services.add(
    'api',
    {
      async start() {
        log.push('try api');
        if (isBroken) throw new Error('port in use');
      },
    },
    'ready',
  );
  services.add('webhooks', service('webhooks'), 'ready');
  await expect(services.start('ready')).rejects.toThrow('port in use');
  expect(log).toEqual(['start queue', 'try api']);
  isBroken = false;
  await Promise.all([services.start('ready'), services.start('ready')]);
  expect(log).toEqual(['start queue', 'try api', 'try api', 'start webhooks']);
});

test('one that cannot stop is told of and keeps no other from stopping; nothing starts any more', async () => {
  const { log, errors, services, service } = someServices();
  services.add('first', service('first'), 'ready');
  const fault = new Error('stuck');
  services.add('second', {
    stop() {
      throw fault;
    },
  });
  await services.stop();
  await services.start('ready');
  expect([log, errors, services.isStopping]).toEqual([['stop first'], [fault], true]);
});

test('what a person must know comes from all of them', () => {
  const { services } = someServices();
  services.add('ledger', { alarms: () => [{ kind: 'ledger', level: 'red', why: 'ledger-old' }] });
  services.add('quiet', {});
  services.add('witness', { alarms: (now) => [{ kind: 'witness', level: 'amber', since: String(now) }] });
  expect(services.alarms(5).map(({ kind }) => kind)).toEqual(['ledger', 'witness']);
});
