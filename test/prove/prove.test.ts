import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../support/khatm.ts';
import { playWhole } from './play-whole.ts';
import { partlyPlayed, proofs, type Run } from './proofs.ts';
import { openResults, tableOf } from './results.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Makes a proof of four runs, and a player that fails or stops at a chosen one. */
function newPlay() {
  const folder = newFolder('prove');
  const results = openResults(folder);
  const runs = (seed: string): Run[] =>
    [1, 2, 3, 4].map((nth) => ({ name: `${seed} ${nth}`, amount: 10, args: [] }));
  const seeds = ['s1', 's2', 's3'];
  const played: string[] = [];
  const playOn = (how: { stopAfter?: number; failAt?: string; isNew?: boolean } = {}) => {
    played.length = 0;
    return playWhole(['one', 'gone'], {
      proofs: { one: { runs }, gone: { runs, missing: () => 'not here' } },
      ...{ results, isNew: how.isNew ?? false, atOnce: 1, say: () => undefined },
      newSeed: () => seeds.shift() ?? '',
      isStopped: () => played.length === how.stopAfter,
      async play(proof, seed, run) {
        played.push(run.name);
        const passed = run.name !== how.failAt;
        const about = { unit: 'rounds', at: '2026-11-28T10:00:00.000Z', seconds: 50, commit: 'c' };
        results.add({ ...about, proof, run: run.name, amount: run.amount, seed, passed });
      },
    });
  };
  return { folder, results, played, playOn };
}

test('a play that was stopped goes on where it was, and the next one has a new seed', async () => {
  const { played, playOn } = newPlay();
  expect(await playOn({ stopAfter: 2 })).toBe('stopped');
  expect(await playOn()).toBe('passed');
  expect(played).toEqual(['s1 3', 's1 4']);
  expect(await playOn({ stopAfter: 1 })).toBe('stopped');
  expect(played).toEqual(['s2 1']);
  await playOn({ isNew: true });
  expect(played).toEqual(['s3 1', 's3 2', 's3 3', 's3 4']);
});

test('only what failed is played again, with its seed', async () => {
  const { results, played, playOn } = newPlay();
  expect(await playOn({ failAt: 's1 2' })).toBe('failed');
  expect(played).toHaveLength(4);
  expect(tableOf(results.all())).toMatchObject([
    { proof: 'one', played: '40 rounds', seed: 's1', result: 'failed: s1 2', took: '3 min 20 s' },
  ]);
  expect(await playOn()).toBe('passed');
  expect(played).toEqual(['s1 2']);
  expect(tableOf(results.all())).toMatchObject([{ played: '40 rounds', result: 'passed' }]);
});

test('a result that a power failure cut off spoils no other', () => {
  const { folder, results } = newPlay();
  appendFileSync(path.join(folder, 'results.jsonl'), '\n{"proof":"one","run":"s1');
  const about = { unit: 'rounds', at: '', seconds: 1, commit: '', amount: 1, seed: 's1' };
  results.add({ ...about, proof: 'one', run: 'a', passed: true });
  expect(results.all().map(({ run }) => run)).toEqual(['a']);
});

test('the runs of each proof have names of their own, and options reach its program', () => {
  for (const proof of Object.values(proofs)) {
    const names = proof.runs('seed').map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
  }
  const once = proofs.laboratory?.once('x', ['--rounds', '20', '--keep']);
  expect(once?.amount).toBe(20);
  expect(once?.args.slice(-5)).toEqual(['--seed', 'x', '--rounds', '20', '--keep']);
});

test('each long test of which CI plays a part is played whole', () => {
  const files = partlyPlayed();
  expect(files.length).toBeGreaterThan(5);
  for (const file of files)
    expect(readFileSync(path.join(root, file), 'utf8')).toContain('support/run/effort.ts');
  expect(proofs.tests?.runs('seed').map(({ args }) => args.at(-1))).toEqual(files);
});
