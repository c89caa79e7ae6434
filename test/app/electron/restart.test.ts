import type { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { createRestart } from '../../../main/app/electron/program/restart.ts';
import type { Start } from '../../../main/app/electron/program/starts.ts';
import { updatesHere } from '../../../main/app/electron/updates/updates.ts';

/* Tests how the program restarts after an error. At most one new program starts, and none if a person ends it. */

const electron = vi.hoisted(() => ({
  app: undefined as unknown as EventEmitter,
  done: [] as string[],
}));
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  electron.app = Object.assign(new EventEmitter(), {
    isPackaged: false,
    relaunch: () => void electron.done.push('relaunch'),
    exit: () => void electron.done.push('exit'),
    quit() {
      electron.app.emit('before-quit');
      electron.done.push('quit');
    },
  });
  return { app: electron.app, dialog: { showErrorBox: () => void electron.done.push('message') } };
});

function begin(mayStart = true) {
  const start: Start = {
    safeMode: undefined,
    withoutGpu: false,
    after: undefined,
    succeeded: () => undefined,
    stops: () => mayStart,
  };
  return createRestart(start);
}

beforeEach(() => {
  electron.app.removeAllListeners();
  electron.done.length = 0;
  vi.spyOn(console, 'error').mockReturnValue();
});

test('an error starts the program again, or says that it does not', () => {
  begin().afterError(new Error('a defect'));
  expect(electron.done).toEqual(['relaunch', 'exit']);
  electron.done.length = 0;
  begin(false).afterError(new Error('a defect'));
  expect(electron.done).toEqual(['message', 'exit']);
});

test('a second error, or one after a stop, starts no second program', () => {
  const restart = begin();
  restart.afterError(new Error('a defect'));
  restart.afterError(new Error('another'));
  expect(electron.done).toEqual(['relaunch', 'exit', 'exit']);
  electron.done.length = 0;
  const other = begin();
  expect(other.again('page')).toBe(true);
  other.afterError(new Error('while it ends'));
  expect(electron.done).toEqual(['relaunch', 'quit', 'exit']);
});

test('an error while somebody ends it, or an update does, starts nothing', () => {
  for (const end of ['before-quit', 'update']) {
    const restart = begin();
    if (end === 'update') restart.ends();
    else electron.app.emit(end);
    restart.afterError(new Error('while it ends'));
    expect(restart.again('gpu')).toBe(true);
  }
  expect(electron.done).toEqual(['exit', 'exit']);
});

/** Ends the program while somebody starts another one. */
function startMeanwhile(): void {
  electron.app.emit('will-quit');
  electron.app.emit('second-instance');
  electron.app.emit('second-instance');
  electron.app.emit('quit');
}

test('a start while the program ends is made up for once', () => {
  begin();
  electron.app.emit('second-instance');
  expect(electron.done).toEqual([]);
  startMeanwhile();
  expect(electron.done).toEqual(['relaunch']);
});

test('a start while an update ends the program does not bring the former version before its installer', async () => {
  const restart = begin();
  updatesHere('/no/such/folder', restart.ends).end(() => electron.done.push('installer'));
  expect(electron.done).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(electron.done).toEqual(['quit']);
  startMeanwhile();
  expect(electron.done).toEqual(['quit', 'installer']);
});
