import { expect, test } from 'vitest';
import { createApprovals } from '../../../main/till/people/approvals.ts';

/* Tests whose agreement to a cashier's act is valid, where, and for how long. */

const needed = expect.objectContaining({ failure: expect.objectContaining({ code: 'approval-needed' }) });

function newApprovals() {
  const managers = new Set(['Mona', 'Huda']);
  let at = 0;
  const approvals = createApprovals({ monotonic: () => at }, (name) => managers.has(name));
  const training = approvals.within('training');
  const production = approvals.within('production');
  const ask = (where: typeof training): string => {
    try {
      where.require('sale', ['discount']);
    } catch (error) {
      return (error as { failure: { detail: { approval: string } } }).failure.detail.approval;
    }
    throw new Error('no question');
  };
  const refuses = (where: typeof training) =>
    expect(() => where.require('sale', ['discount'])).toThrow(needed);
  return { approvals, training, production, managers, ask, refuses, wait: (ms: number) => (at += ms) };
}

test('an agreement in one environment is none in another', () => {
  const { approvals, training, production, ask, refuses } = newApprovals();
  approvals.approve(ask(training), { by: 'Mona', reason: 'Practice' }, () => {});
  refuses(production);
  expect(training.require('sale', ['discount'])).toMatchObject({ by: 'Mona' });
  training.spend('sale');
  refuses(training);
});

test('a manager who was removed since has agreed to nothing; another one may', () => {
  const { approvals, training, managers, ask, refuses } = newApprovals();
  const question = ask(training);
  approvals.approve(question, { by: 'Mona', reason: 'Scratched' }, () => {});
  managers.delete('Mona');
  refuses(training);
  approvals.approve(question, { by: 'Huda', reason: 'Scratched' }, () => {});
  expect(training.require('sale', ['discount'])).toMatchObject({ by: 'Huda' });
});

test('an agreement ends after ten minutes', () => {
  const { approvals, training, ask, refuses, wait } = newApprovals();
  approvals.approve(ask(training), { by: 'Mona', reason: 'Scratched' }, () => {});
  wait(10 * 60_000 + 1);
  refuses(training);
});

test('without its line of the audit log nothing is agreed', () => {
  const { approvals, training, ask, refuses } = newApprovals();
  const question = ask(training);
  const given = { by: 'Mona', reason: 'Scratched' };
  const full = () => {
    throw new Error('the disk is full');
  };
  expect(() => approvals.approve(question, given, full)).toThrow('the disk is full');
  refuses(training);
  approvals.approve(question, given, () => {});
  expect(training.require('sale', ['discount'])).toMatchObject(given);
});
