import type { BrowserWindow } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { drawSeal } from '../../../main/app/electron/tray/seal-image.ts';
import { showTrayPresence } from '../../../main/app/electron/tray/tray-presence.ts';
import { languageOfTitle, notificationWords, trayWords } from '../../../main/app/electron/tray/tray-words.ts';
import { bringToFront, followLanguage } from '../../../main/app/electron/window/window-focus.ts';
import type { EventListener } from '../../../main/app/terminal/event-stream.ts';
import type { Need } from '../../../shared/alarm.ts';
import type { TerminalEvent } from '../../../shared/contract/events.ts';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { languages } from '../../../shared/words/index.ts';
import { app, Notification, nativeImage, system, Tray, Window } from '../../support/electron-stand-in.ts';

vi.mock('electron', () => import('../../support/electron-stand-in.ts'));

/* Tests the parts of the terminal outside its window: tray, badge and notifications. */

const since = '2026-11-20T09:00:00.000Z';
const late: Need = {
  kind: 'late',
  number: 'T1-000042',
  uuid: '3f2a8c51-9d0e-4b7a-8c13-5e6f7a8b9c0d',
  level: 'red',
  count: 3,
  nearestDeadline: '2026-11-20T10:00:00.000Z',
  since,
};
const soon: Need = { ...late, kind: 'deadline', level: 'amber', hours: 4 };

const statusWith = (change: Partial<TerminalStatus>): TerminalStatus => ({
  environment: 'production',
  role: 'cashier',
  people: 'free',
  vault: 'open',
  version: '0.1.0',
  credential: 'production',
  customers: ['consumer', 'business'],
  connection: 'online',
  handOver: 'afterPatience',
  waiting: 0,
  parked: 0,
  rejected: 0,
  issued: 0,
  alarms: [],
  now: '2026-11-20T09:30:00.000Z',
  ...change,
});

function terminal(status: TerminalStatus) {
  const listeners = new Set<EventListener>();
  return {
    call: async () => ({ ok: true as const, value: status }),
    onEvent(listener: EventListener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (event: TerminalEvent) => {
      for (const listener of listeners) listener(event, 1);
    },
    get listeners() {
      return listeners.size;
    },
  };
}

/**
 * Shows the tray for a fake window, which has the members that `showTrayPresence` uses.
 * @returns a function that removes the tray
 */
function show(source: ReturnType<typeof terminal>, stand: Window): () => void {
  const window = stand as unknown as BrowserWindow;
  const language = followLanguage(window);
  const open = () => bringToFront(window);
  return showTrayPresence({ terminal: source, window, language, open, quit: () => app.quit() }).stop;
}

beforeEach(() => {
  Object.assign(system, { hasTray: true, hasNotifications: true, badge: 0, isQuit: false, locale: 'en-GB' });
  Tray.shown = undefined;
  Notification.shown = [];
});

describe('the tray', () => {
  test('says what waits and the worst alarm, and opens and quits the program', async () => {
    const window = new Window();
    const source = terminal(statusWith({ waiting: 3 }));
    const stop = show(source, window);
    await vi.waitFor(() => expect(Tray.shown?.tooltip).toBe('Khatm\nLive · 3 waiting'));
    source.notify({ type: 'status', status: statusWith({ waiting: 41, alarms: [late, soon] }) });
    expect(Tray.shown?.tooltip).toMatch(/41 waiting\nNot reported within 24 hours: 3/);
    expect(Tray.shown?.tooltip).not.toContain('Less than 4 h');
    if (process.platform !== 'win32') expect(system.badge).toBe(41);

    const [open, quit] = (Tray.shown?.menu ?? []).filter((item) => item.click !== undefined);
    open?.click?.();
    expect([window.isInFront, window.isSmall]).toEqual([true, false]);
    quit?.click?.();
    expect(system.isQuit).toBe(true);
    stop();
    expect(Tray.shown).toBeUndefined();
    expect(source.listeners).toBe(0);
  });

  test('speaks the language of the window, from the moment it changes', async () => {
    const window = new Window();
    show(terminal(statusWith({ waiting: 3 })), window);
    await vi.waitFor(() => expect(Tray.shown?.tooltip).toContain('waiting'));
    window.emit('page-title-updated', {}, 'ختم');
    expect(Tray.shown?.tooltip).toBe('ختم\nتشغيل فعلي · 3 بالانتظار');
    window.emit('page-title-updated', {}, 'Khatm');
    expect(Tray.shown?.tooltip).toContain('3 waiting');
  });

  test('is left alone while nothing that it says has changed', async () => {
    const source = terminal(statusWith({ waiting: 3 }));
    show(source, new Window());
    await vi.waitFor(() => expect(Tray.shown?.tooltip).toContain('3 waiting'));
    const made = Tray.shown?.menusMade;
    source.notify({ type: 'status', status: statusWith({ waiting: 3, now: '2026-11-20T09:30:05.000Z' }) });
    expect(Tray.shown?.menusMade).toBe(made);
  });

  test('is drawn once for each tone, as every sale changes what waits', async () => {
    const source = terminal(statusWith({ waiting: 3, alarms: [soon] }));
    show(source, new Window());
    await vi.waitFor(() => expect(Tray.shown?.tooltip).toContain('3 waiting'));
    const { drawn } = nativeImage;
    source.notify({ type: 'status', status: statusWith({ waiting: 4, alarms: [soon] }) });
    source.notify({ type: 'status', status: statusWith({ waiting: 5, alarms: [soon] }) });
    expect(Tray.shown?.tooltip).toContain('5 waiting');
    expect(nativeImage.drawn).toBe(drawn);
  });

  test('may be missing: badge and notifications go on', () => {
    system.hasTray = false;
    const source = terminal(statusWith({}));
    const stop = show(source, new Window());
    source.notify({ type: 'alarm', environment: 'production', alarm: late });
    expect(Notification.shown).toHaveLength(1);
    stop();
  });

  test('says no more than a tooltip holds', () => {
    for (const language of languages) {
      const alarms: Need[] = [{ kind: 'paused', level: 'red', count: 123_456, why: 'credential', since }];
      expect(
        trayWords(statusWith({ waiting: 123_456, alarms }), language).tooltip.length,
      ).toBeLessThanOrEqual(127);
    }
  });
});

describe('a notification', () => {
  test('comes for each red alarm of whichever environment, and a press on it opens the window', () => {
    const source = terminal(statusWith({}));
    const window = new Window();
    const stop = show(source, window);
    source.notify({ type: 'alarm', environment: 'simulation', alarm: soon });
    expect(Notification.shown).toHaveLength(0);
    source.notify({ type: 'alarm', environment: 'simulation', alarm: late });
    const [one] = Notification.shown;
    expect(one?.options).toMatchObject(notificationWords('simulation', late, 'en'));
    expect(one?.options.title).toBe('Khatm · Simulation');
    one?.emit('click');
    expect(window.isInFront).toBe(true);
    stop();
    source.notify({ type: 'alarm', environment: 'simulation', alarm: late });
    expect(Notification.shown).toHaveLength(1);
  });

  test('is left out where the system has none, and a window that is gone is not opened', () => {
    const source = terminal(statusWith({}));
    const window = new Window();
    show(source, window);
    source.notify({ type: 'alarm', environment: 'production', alarm: late });
    window.isGone = true;
    Notification.shown[0]?.emit('click');
    expect(window.isInFront).toBe(false);
    system.hasNotifications = false;
    source.notify({ type: 'alarm', environment: 'production', alarm: late });
    expect(Notification.shown).toHaveLength(1);
  });
});

test('the title of the window tells its language', () => {
  expect(['Khatm', 'ختم'].map(languageOfTitle)).toEqual(['en', 'ar']);
});

describe('the seal', () => {
  const at = (pixels: Buffer, size: number, x: number, y: number) => {
    const start = (Math.round(y * (size - 1)) * size + Math.round(x * (size - 1))) * 4;
    return [...pixels.subarray(start, start + 4)];
  };

  test.each([16, 24, 32, 48])('is drawn at %i pixels: clear corners, a green disc, a white check', (size) => {
    const pixels = drawSeal(size, 'calm');
    expect(pixels).toHaveLength(size * size * 4);
    expect(at(pixels, size, 0, 0)[3]).toBe(0);
    expect(at(pixels, size, 0.5, 0.2)).toEqual([0x4a, 0x5c, 0x0f, 255]);
    expect(
      at(pixels, size, 0.45, 0.65)
        .slice(0, 3)
        .every((part) => part > 0x80),
    ).toBe(true);
    // The pixels are premultiplied: no colour value is higher than the pixel's alpha.
    for (let start = 0; start < pixels.length; start += 4)
      expect(Math.max(...pixels.subarray(start, start + 3))).toBeLessThanOrEqual(pixels[start + 3] ?? 0);
  });

  test('has a dot for an alarm, told apart by colour and place', () => {
    const [calm, amber, red] = (['calm', 'amber', 'red'] as const).map((tone) => drawSeal(32, tone));
    if (calm === undefined || amber === undefined || red === undefined) throw new Error('three');
    expect(at(red, 32, 0.79, 0.79)).toEqual([0x2f, 0x2f, 0xd3, 255]);
    expect(at(amber, 32, 0.79, 0.79)).toEqual([0x00, 0x8a, 0xe0, 255]);
    expect(at(red, 32, 0.3, 0.3)).toEqual(at(calm, 32, 0.3, 0.3));
  });
});
