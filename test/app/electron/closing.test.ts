import type { BrowserWindow } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { guardClosing } from '../../../main/app/electron/program/closing.ts';
import { leavingWords } from '../../../main/app/electron/program/closing-words.ts';
import type { PendingWork } from '../../../main/app/terminal/pending-work.ts';
import type { Language } from '../../../shared/words/index.ts';
import {
  app,
  Notification,
  powerMonitor,
  questions,
  system,
  Window,
} from '../../support/electron-stand-in.ts';

vi.mock('electron', () => import('../../support/electron-stand-in.ts'));

/* Tests what the program does when its window is closed, and when a person or the system ends it. */

const hour = 3_600_000;
const nothing: PendingWork = { isLive: false, waiting: 0, nearestDeadline: undefined, isLocked: false };
const some: PendingWork = { ...nothing, waiting: 3, nearestDeadline: Date.now() + hour };
const [keep, quit] = [0, 1];

function open({
  pending = nothing,
  hasTray = true,
  language = 'en',
  isKiosk = false,
}: {
  pending?: PendingWork;
  hasTray?: boolean;
  language?: Language;
  isKiosk?: boolean;
}) {
  const window = new Window();
  window.isSmall = false;
  const calls: string[] = [];
  const closing = guardClosing({
    terminal: {
      pendingWork: () => pending,
      callFromScreen: async (name) => {
        calls.push(String(name));
        return { ok: true, value: {} };
      },
    },
    window: window as unknown as BrowserWindow,
    language: () => language,
    show: () => window.show(),
    hasTray: () => hasTray,
    isLocked: () => isKiosk,
  });
  return { window, asked: calls, closing };
}

/** Presses a button of the dialog and waits for the effect. */
async function answer(button: number): Promise<void> {
  questions[0]?.answer(button);
  await Promise.resolve();
  await Promise.resolve();
}

beforeEach(() => {
  Object.assign(system, { hasNotifications: true, isQuit: false });
  Notification.shown = [];
  questions.length = 0;
  app.removeAllListeners();
  powerMonitor.removeAllListeners();
});

describe('closing the window', () => {
  test('ends the program where nothing is to be done', () => {
    for (const hasTray of [true, false]) {
      const { window } = open({ hasTray });
      window.close();
      expect(window.isGone).toBe(true);
    }
    expect([questions, Notification.shown]).toEqual([[], []]);
  });

  test('does nothing while nobody may leave it, until the system ends the program', () => {
    const { window, closing } = open({ isKiosk: true });
    window.close();
    closing.quit();
    expect([window.isGone, questions]).toEqual([false, []]);
    app.emit('before-quit');
    window.close();
    expect(window.isGone).toBe(true);
  });

  test.each([some, { ...nothing, isLive: true }])('hides it in the tray while %o', (pending) => {
    const { window, asked: calls } = open({ pending });
    window.close();
    expect([window.isGone, window.isShown]).toEqual([false, false]);
    // The next person to open the window may be somebody else.
    expect(calls).toEqual(['people.signOut']);
    expect(Notification.shown).toHaveLength(1);
    expect(Notification.shown[0]?.options.title).toBe('Khatm goes on sending');
    Notification.shown[0]?.emit('click');
    expect(window.isShown).toBe(true);
    window.close();
    expect([window.isShown, Notification.shown.length]).toEqual([false, 1]);
    expect(system.isQuit).toBe(false);
  });

  test('says it in the language of the screen', () => {
    open({ pending: some, language: 'ar' }).window.close();
    expect(Notification.shown[0]?.options.title).toBe('ختم يواصل الإرسال');
  });

  test('asks where there is no tray and documents wait: keeps it small, or ends', async () => {
    const { window, asked: calls } = open({ pending: some, hasTray: false });
    window.close();
    window.close();
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatchObject({
      message: '3 documents still wait to be sent.',
      buttons: ['Go on sending', 'Quit Khatm'],
    });
    await answer(keep);
    expect([window.isGone, window.isSmall, system.isQuit]).toEqual([false, true, false]);
    expect(calls).toEqual(['people.signOut']);
    questions.length = 0;
    window.close();
    await answer(quit);
    expect(system.isQuit).toBe(true);
    window.close();
    expect(window.isGone).toBe(true);
  });
});

test('of a locked terminal asks, as nothing would be sent: it stays as it is, or ends', async () => {
  const { window } = open({ pending: { ...some, isLocked: true } });
  window.close();
  expect(questions[0]).toMatchObject({
    detail: expect.stringContaining('before somebody unlocks the terminal'),
    buttons: ['Back', 'Quit Khatm'],
  });
  await answer(keep);
  expect([window.isGone, window.isShown, window.isSmall]).toEqual([false, true, false]);
});

describe('quitting', () => {
  test('is done at once where nothing waits', () => {
    open({ pending: { ...nothing, isLive: true } }).closing.quit();
    expect([questions.length, system.isQuit]).toEqual([0, true]);
  });

  test('asks where documents wait, and leaves everything as it is when it is not meant', async () => {
    const { window, closing } = open({ pending: some });
    closing.quit();
    await answer(keep);
    expect([system.isQuit, window.isSmall, window.isShown]).toEqual([false, false, true]);
    questions.length = 0;
    closing.quit();
    await answer(quit);
    expect(system.isQuit).toBe(true);
  });

  test.each([
    ['a signal', () => app.quit()],
    ['a shutdown', () => powerMonitor.emit('shutdown')],
    ['the end of a session', (window: Window) => window.emit('session-end')],
  ])('by %s asks nobody, and the window closes', (_, end) => {
    const { window } = open({ pending: some });
    end(window);
    expect(system.isQuit).toBe(true);
    window.close();
    expect(window.isGone).toBe(true);
    expect([questions.length, Notification.shown.length]).toEqual([0, 0]);
  });
});

test('the question says how many wait, and until when', () => {
  const now = Date.UTC(2026, 10, 20, 10);
  const waiting = { ...some, waiting: 2310, nearestDeadline: now + 4 * hour };
  expect(leavingWords(waiting, now, 'en')).toMatchObject({
    message: '2,310 documents still wait to be sent.',
    detail: 'The first is due by Friday 17:00. While Khatm is closed, nothing is sent.',
  });
  expect(leavingWords(waiting, now, 'ar').detail).toContain('الجمعة');
  expect(leavingWords({ ...waiting, nearestDeadline: now - 1 }, now, 'en').detail).toContain('is overdue');
});
