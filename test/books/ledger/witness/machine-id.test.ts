import { describe, expect, it } from 'vitest';
import { machineId, type SystemFacts } from '../../../../main/books/ledger/witness/machine-id.ts';

const missing = async () => {
  throw new Error('not there');
};

function system(facts: Partial<SystemFacts>): SystemFacts {
  return { platform: 'linux', readText: missing, run: missing, ...facts };
}

describe('the identity of a machine', () => {
  it('is Linux’ machine-id, or else that of D-Bus', async () => {
    const id = '0123456789abcdef0123456789abcdef';
    const inFile = (expected: string) => async (file: string) => (file === expected ? `${id}\n` : missing());
    expect(await machineId(system({ readText: inFile('/etc/machine-id') }))).toBe(id);
    expect(await machineId(system({ readText: inFile('/var/lib/dbus/machine-id') }))).toBe(id);
  });

  it('is Windows’ MachineGuid', async () => {
    const calls: string[][] = [];
    const run = async (program: string, args: readonly string[]) => {
      calls.push([program, ...args]);
      return '\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r\n    MachineGuid    REG_SZ    4C4C4544-0042-3510-8051-B4C04F4A3332\r\n\r\n';
    };
    expect(await machineId(system({ platform: 'win32', run }))).toBe('4c4c4544-0042-3510-8051-b4c04f4a3332');
    expect(calls[0]?.[0]).toMatch(/^[A-Z]:\\.*\\System32\\reg\.exe$/i);
    expect(calls[0]?.slice(1)).toEqual([
      'query',
      'HKLM\\SOFTWARE\\Microsoft\\Cryptography',
      '/v',
      'MachineGuid',
    ]);
  });

  it('is a Mac’s platform UUID', async () => {
    const registry = `+-o J314sAP  <class IOPlatformExpertDevice, id 0x100000227>
      "IOPlatformSerialNumber" = "ABCDEFABCDEFABCDEFABCDEFABCDEFAB"
      "IOPlatformUUID" = "564D5C1B-9A1C-4E2B-8D4C-0123456789AB"`;
    const run = async (program: string) => (program === '/usr/sbin/ioreg' ? registry : missing());
    expect(await machineId(system({ platform: 'darwin', run }))).toBe('564d5c1b-9a1c-4e2b-8d4c-0123456789ab');
  });

  it.each(['linux', 'win32', 'darwin', 'freebsd'] as const)(
    'is unknown where %s does not say',
    async (platform) => {
      expect(await machineId(system({ platform }))).toBeUndefined();
      const nonsense = async () => 'uninitialized';
      expect(await machineId(system({ platform, readText: nonsense, run: nonsense }))).toBeUndefined();
    },
  );
});
