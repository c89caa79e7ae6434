import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  commandOf,
  openingVariables,
  refusedForCommand,
  refusedSwitches,
  withoutOpeningVariables,
} from '../../../main/app/electron/program/launch-switches.ts';

describe('a packaged till refuses', () => {
  const opening = [
    '--remote-debugging-port=9222',
    '--remote-debugging-port',
    '-remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--remote-allow-origins=*',
    '--inspect',
    '--inspect-brk=0.0.0.0:9229',
    '--inspect-port=1',
    '--js-flags=--allow-natives-syntax',
    '--no-sandbox',
    '--disable-web-security',
    '--disable-site-isolation-trials',
    '--load-extension=/tmp/x',
    '--ignore-certificate-errors',
    '--proxy-server=evil:1',
    '--host-resolver-rules=MAP * evil',
    '--renderer-cmd-prefix=gdb',
    '--utility-cmd-prefix=gdb',
    '--gpu-launcher=gdb',
    '--password-store=basic',
    '--user-data-dir=/tmp/x',
    '--enable-blink-features=MojoJS',
    '--log-net-log=/tmp/x',
    '-r',
    '--require=/tmp/x.js',
    ' --no-sandbox',
  ];
  test.each(opening)('%s', (text) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(refusedSwitches(['file', '--lang=ar', text], platform)).toEqual([text.trim()]);
  });

  test('on Windows also with a slash, and in capitals', () => {
    const args = ['/remote-debugging-port=1', '--REMOTE-DEBUGGING-PIPE', '/Lang=ar'];
    expect(refusedSwitches(args, 'win32')).toEqual(args.slice(0, 2));
    expect(refusedSwitches(['/home/shop/file'], 'linux')).toEqual([]);
  });

  test('whatever begins with a dash and is not on its short list', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^--?[a-z][a-z-]{0,30}(=.{0,10})?$/), (text) => {
        const name = text.replace(/^--?/, '').replace(/=.*/s, '');
        const isRefused = refusedSwitches([text], 'linux').length === 1;
        expect(isRefused || /^[a-z-]+$/.test(name)).toBe(true);
        if (/debug|inspect|sandbox|security|flags|proxy|certificate|extension/.test(name))
          expect(isRefused).toBe(true);
      }),
    );
  });
});

test('how it looks and what installers say may stand, and what follows a double dash is no switch', () => {
  const args = ['--lang=ar', '--force-device-scale-factor=1.5', '--updated', 'file', '--', '--no-sandbox'];
  expect(refusedSwitches(args, 'linux')).toEqual([]);
  expect(refusedSwitches(['-psn_0_12345'], 'darwin')).toEqual([]);
  expect(refusedSwitches(['-psn_0_12345'], 'linux')).toEqual(['-psn_0_12345']);
});

test('variables that open Node, or switch its checks of certificates off, are taken away', () => {
  const env = Object.fromEntries([...openingVariables, 'PATH', 'HTTPS_PROXY'].map((name) => [name, '1']));
  withoutOpeningVariables(env);
  expect(env).toEqual({ PATH: '1', HTTPS_PROXY: '1' });
});

describe('a command of the installed program', () => {
  test('stands behind two dashes, where Chromium looks for no switches', () => {
    const args = ['--no-sandbox', '--', 'ledger', 'check', '--data', 'DIR', '--remote-debugging-port=1'];
    expect(commandOf(args)).toEqual(args.slice(2));
    expect(refusedForCommand(args, 'linux')).toEqual([]);
    expect(commandOf(['--help'])).toEqual(['--help']);
    expect(commandOf(['--hidden'])).toBeUndefined();
    expect(commandOf(['--lang=ar', '--'])).toBeUndefined();
  });

  test('needs no sandbox, and takes no other switch that opens the program', () => {
    for (const text of [
      '--remote-debugging-port=9222',
      '--inspect',
      '--js-flags=--expose-gc',
      '--user-data-dir=/tmp/x',
    ])
      expect(refusedForCommand([text, '--no-sandbox', '--', '--help'], 'linux')).toEqual([text]);
    expect(refusedSwitches(['--no-sandbox', '--log-level=3'], 'linux')).toHaveLength(2);
  });
});
