import { describe, expect, it } from 'vitest';
import {
  isOtherMachine,
  type MachineFacts,
  machineMarks,
} from '../../../../main/books/ledger/witness/machine-marks.ts';

const missing = async () => {
  throw new Error('not there');
};

/** Creates the facts of a Linux machine whose sysfs has these files. */
function linux(files: Readonly<Record<string, string>>): MachineFacts {
  return {
    platform: 'linux',
    run: missing,
    readText: async (file) => files[file] ?? missing(),
    async list(folder) {
      const below = Object.keys(files).filter((file) => file.startsWith(`${folder}/`));
      return [...new Set(below.map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''))];
    },
  };
}

const card = (name: string, address: string) => ({
  [`/sys/class/net/${name}/address`]: `${address}\n`,
  [`/sys/class/net/${name}/addr_assign_type`]: '0\n',
  [`/sys/class/net/${name}/device/vendor`]: '0x8086\n',
});
const disk = (name: string, serial: string) => ({
  [`/sys/block/${name}/removable`]: '0\n',
  [`/sys/block/${name}/device/serial`]: `${serial}   \n`,
});
const model = (name: string) => ({
  '/sys/class/dmi/id/sys_vendor': 'Maker\n',
  '/sys/class/dmi/id/product_name': `${name}\n`,
});
const till = { ...model('Till 7'), ...card('eth0', '00:1b:21:00:00:01'), ...disk('nvme0n1', 'S5GXNX0R1') };

const marks = (files: Readonly<Record<string, string>>, ledger = 'a ledger') =>
  machineMarks(ledger, linux(files));

describe('whether a machine is another one', () => {
  const same: [string, Readonly<Record<string, string>>][] = [
    ['as it was', till],
    ['with another network card', { ...till, ...card('eth0', '00:1b:21:00:00:02') }],
    ['with another disk', { ...till, ...disk('nvme0n1', 'S5GXNX0R2') }],
    ['at a docking station', { ...till, ...card('eth1', '00:e0:4c:00:00:09') }],
    ['with a stick in it', { ...till, ...disk('sdb', 'stick'), '/sys/block/sdb/removable': '1' }],
    ['that says nothing any more', {}],
  ];
  it.each(same)('no: one %s', async (_, files) => {
    expect(isOtherMachine(await marks(till), await marks(files))).toBe(false);
    expect(isOtherMachine(await marks(files), await marks(till))).toBe(false);
  });

  const twin = { ...model('Till 7'), ...card('eth0', '00:1b:21:00:00:02'), ...disk('nvme0n1', 'S5GXNX0R2') };
  const board = (uuid: string) => ({ '/sys/class/dmi/id/product_uuid': uuid });
  const others: [string, Readonly<Record<string, string>>, Readonly<Record<string, string>>][] = [
    ['of the same model', till, twin],
    ['of another model', till, { ...till, ...model('Till 8') }],
    [
      'with another board and all the rest moved over',
      { ...till, ...board('4c4c4544-0042-3510-8051-b4c04f4a3332') },
      { ...till, ...board('4c4c4544-0042-3510-8051-b4c04f4a3333') },
    ],
    [
      'a virtual one, cloned with a card of its own',
      card('eth0', '52:54:00:00:00:01'),
      card('eth0', '52:54:00:00:00:02'),
    ],
  ];
  it.each(others)('yes: one %s', async (_, before, now) => {
    expect(isOtherMachine(await marks(before), await marks(now))).toBe(true);
  });

  it('is not decided by what makers leave empty, by drawn addresses or by bridges', async () => {
    const vague = {
      '/sys/class/dmi/id/product_uuid': '03000200-0400-0500-0006-000700080009',
      '/sys/class/dmi/id/product_serial': 'Default string',
      ...card('eth0', '00:00:00:00:00:00'),
      ...card('eth1', '02:00:00:00:00:01'),
      '/sys/class/net/eth1/addr_assign_type': '1',
      '/sys/class/net/br0/address': '02:00:00:00:00:05',
      '/sys/class/net/br0/addr_assign_type': '0',
    };
    // A meaningless serial does not replace the board's.
    expect(await marks(vague)).toEqual({});
  });

  it('is told by hashes that no other ledger has', async () => {
    const [mine, others] = [await marks(till), await marks(till, 'another ledger')];
    expect(JSON.stringify(mine)).not.toMatch(/Till|1b:21|S5GX/i);
    expect(mine.cards).not.toEqual(others.cards);
    expect(mine).toMatchObject({ model: expect.any(String), cards: [expect.any(String)] });
  });

  it('asks Windows once, and takes no answer for none', async () => {
    const answer = {
      board: 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
      model: 'Maker|Till',
      cards: ['00:1B:21:00:00:01'],
      disks: null,
    };
    const calls: string[] = [];
    const windows = (run: MachineFacts['run']): MachineFacts => ({ ...linux({}), platform: 'win32', run });
    const found = await machineMarks(
      'a ledger',
      windows(async (program) => {
        calls.push(program);
        return JSON.stringify(answer);
      }),
    );
    expect(Object.keys(found)).toEqual(['model', 'cards']);
    expect(calls).toHaveLength(1);
    expect(await machineMarks('a ledger', windows(missing))).toEqual({});
  });
});
