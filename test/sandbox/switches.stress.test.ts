import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { authorityProfile } from '../../main/gateway/profile.ts';
import { faultKinds, faultText, parseFault } from '../../main/sandbox/faults/faults.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { consumerSale, Device, direct, issued, TestClock } from './device.ts';

/* Tests the sandbox's own interfaces: its page, its routes and `khatm sandbox`. */

describe('while it runs', () => {
  let clock: TestClock;
  let sandbox: Sandbox;
  let origin: string;
  beforeEach(async () => {
    clock = new TestClock();
    sandbox = await startSandbox({ clock, plays: 'simulation' });
    origin = new URL(sandbox.address).origin;
  });
  afterEach(() => sandbox.close());

  const press = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await fetch(origin, { method: 'POST', headers, body: new URLSearchParams(fields) });
    return { status: answer.status, html: await answer.text() };
  };

  test('the page says what it plays and names every order', async () => {
    const html = await (await fetch(origin)).text();
    expect(html).toContain('Plays: simulation');
    for (const kind of [...faultKinds, 'revoke', 'change-secret', 'forget-steps', 'expire-otps'])
      expect(html).toContain(`<code>${kind}`);
  });

  test('its buttons give a one-time password that serves, take orders, and end them', async () => {
    const otp = /One-time password: (\d{6})/.exec((await press({ button: 'otp' })).html)?.[1] ?? '';
    const device = new Device(sandbox, clock);
    device.template = 'PREZATCA-Code-Signing';
    issued(await device.gateway.requestCompliance(device.request(), otp));

    const requested = await press({ button: 'run', directive: ' drop@production*1 ' });
    expect(requested.html).toContain('Directives in force: drop@production*1');
    expect(sandbox.faults.current()).toEqual([{ kind: 'drop', on: 'production', times: 1 }]);
    expect((await press({ button: 'run', directive: 'revoke=all' })).html).toContain('Done: revoke=all (1)');
    expect((await press({ button: 'well' })).html).toContain('Directives in force: —');
    expect(sandbox.faults.current()).toEqual([]);
  });

  test('a wrong directive changes nothing, and comes back as text, not as HTML', async () => {
    const { html } = await press({ button: 'run', directive: '<script>alert(1)</script>' });
    expect(html).toContain('is no directive of the sandbox');
    expect(html).not.toContain('<script>');
    expect(sandbox.faults.current()).toEqual([]);
  });

  test('no other page may press its buttons', async () => {
    for (const from of ['http://evil.example', 'null', 'http://localhost:1'])
      expect((await press({ button: 'run', directive: 'revoke=all' }, { Origin: from })).status).toBe(403);
    expect((await press({ button: 'otp' }, { Origin: origin })).status).toBe(200);
  });

  test('the gateway’s own calls take no forms', async () => {
    const body = new URLSearchParams({ csr: 'x' });
    const answer = await fetch(`${sandbox.address}/compliance`, {
      method: 'POST',
      headers: { 'Accept-Version': 'V2' },
      body,
    });
    expect(answer.status).toBe(415);
  });

  test('orders over HTTP add up, actions say how much they changed, and nonsense is refused', async () => {
    expect(await direct(sandbox, 'delay=5')).toEqual({ faults: ['delay=5'] });
    expect(await direct(sandbox, 'drop*1')).toEqual({ faults: ['delay=5', 'drop*1'] });
    expect(await direct(sandbox, 'expire-otps')).toEqual({ faults: ['delay=5', 'drop*1'], changed: 0 });
    await expect(direct(sandbox, 'explode')).rejects.toThrow('explode');
    const answer = await fetch(`${origin}/_sandbox/directive`, { method: 'POST' });
    expect(answer.status).toBe(400);
  });

  test('orders from the program that started it', () => {
    expect(sandbox.carryOut('silence')).toBeUndefined();
    sandbox.makeOtp();
    expect(sandbox.carryOut('expire-otps')).toBe(1);
    expect(() => sandbox.carryOut('explode')).toThrow('bad-input');
    expect(sandbox.faults.current()).toEqual([{ kind: 'silence' }]);
  });
});

describe('khatm sandbox', () => {
  const program = `
    import { Command } from 'commander';
    import { addSandboxCommand } from './main/app/cli/sandbox.ts';
    const program = new Command('khatm');
    addSandboxCommand(program);
    await program.parseAsync(process.argv.slice(1), { from: 'user' });`;
  const run = (...args: string[]) =>
    spawn(process.execPath, ['--input-type=module', '--eval', program, 'sandbox', ...args], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
    });
  async function outputOf(child: ReturnType<typeof run>): Promise<string> {
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
    await once(child, 'close');
    return text;
  }

  test('prints address, page and a one-time password that serves, and obeys its options', async () => {
    const child = run('--plays', 'simulation', '--fault', 'template-refused*1', 'certificate-minutes=5');
    try {
      let text = '';
      for await (const part of child.stdout) {
        text += part;
        if (/password: \d{6}\n/.test(text)) break;
      }
      const [, address = ''] = /^address: (http:\S+\/e-invoicing\/simulation)$/m.exec(text) ?? [];
      const [, otp = ''] = /^one-time password: (\d{6})$/m.exec(text) ?? [];
      const [, page = ''] = /^page: (\S+)$/m.exec(text) ?? [];
      expect(await (await fetch(page)).text()).toContain('Plays: simulation');
      const device = new Device({ address } as Sandbox, new TestClock());
      device.template = 'PREZATCA-Code-Signing';
      const ask = () => device.gateway.requestCompliance(device.request(), otp);
      expect(await ask()).toMatchObject({ code: 'NOT_COMPLIANT' });
      const { certificate } = issued(await ask());
      expect(certificate.validTo - certificate.validFrom).toBe(5 * 60 * 1000);
    } finally {
      child.kill();
    }
    await once(child, 'close');
  });

  test('--help names every order', async () => {
    const text = await outputOf(run('--help'));
    for (const kind of [...faultKinds, 'revoke', 'change-secret', 'forget-steps', 'expire-otps'])
      expect(text).toMatch(new RegExp(`^  ${kind}`, 'm'));
  });

  test.each([[['--plays', 'heaven']], [['--fault', 'nonsense']], [['--port', 'x']]])(
    'refuses %j',
    async (args) => {
      const child = run(...args);
      const text = await outputOf(child);
      expect(child.exitCode).toBe(1);
      expect(text).toContain(args[0]);
    },
  );
});

describe('orders of a document', () => {
  let clock: TestClock;
  beforeEach(() => {
    clock = new TestClock();
  });
  /** Onboards a till that reports sales of an article with a given name. */
  async function onboarded(sandbox: Sandbox, plays: 'training' | 'simulation' | 'production' = 'training') {
    const device = new Device(sandbox, clock);
    device.template = authorityProfile.templates[plays];
    const pair = await device.onboard();
    return (name: string) => device.gateway.report(pair, device.next(named(name), pair));
  }
  const named = (name: string) => ({ ...consumerSale, lines: [{ name, quantity: '1', unitPrice: '10.00' }] });

  test('wait for the one that is marked, and are used up by it', async () => {
    const sandbox = await startSandbox({ clock });
    try {
      const report = await onboarded(sandbox);
      await direct(sandbox, 'reject=BR-KSA-08*1~Blue');
      expect(await report('Red coffee')).toMatchObject({ kind: 'accepted' });
      const refused = await report('Blue coffee');
      expect(refused).toMatchObject({ kind: 'rejected', errors: [{ code: 'BR-KSA-08' }] });
      expect(await report('Blue coffee')).toMatchObject({ kind: 'accepted' });
      expect(sandbox.faults.current()).toEqual([]);
    } finally {
      await sandbox.close();
    }
  });

  test.each([
    'reject',
    'reject=BR-KSA-08',
    'warn*2',
    'park@reporting*1',
    'slow=50',
    'reject=X-1@clearance*3~a coffee, with milk',
  ])('%s is read and written alike', async (text) => {
    expect(faultText(parseFault(text))).toBe(text);
  });
  test.each(['reject=', 'reject= x', 'park=1', 'slow=x', 'drop~Blue', 'park@production', 'warn~'])(
    '%s is refused',
    (text) => {
      expect(() => parseFault(text)).toThrow('bad-input');
    },
  );

  test.each(['simulation', 'production'] as const)(
    'in the name of a line are a name like any other in %s',
    async (plays) => {
      const sandbox = await startSandbox({ clock, plays });
      try {
        const report = await onboarded(sandbox, plays);
        for (const value of ['reject', 'warn', 'park', 'drop', 'explode']) {
          const outcome = await report(`khatm-test: ${value}`);
          expect(outcome).toMatchObject({ kind: 'accepted', warnings: [] });
        }
      } finally {
        await sandbox.close();
      }
    },
  );
});
