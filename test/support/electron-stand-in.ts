import { EventEmitter } from 'node:events';

/* A substitute for the parts of Electron that the tray, the badge and the notifications use. It records requests. */

interface MenuItem {
  readonly type?: string;
  readonly label?: string;
  readonly enabled?: boolean;
  click?(): void;
}

export const system = { hasTray: true, hasNotifications: true, badge: 0, isQuit: false, locale: 'en-GB' };

export interface Question {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  /** Presses the button at this position. */
  answer(button: number): void;
}

export const questions: Question[] = [];
export const dialog = {
  showMessageBox: (...args: readonly unknown[]) =>
    new Promise<{ response: number }>((resolve) => {
      const question = args.at(-1) as Omit<Question, 'answer'>;
      questions.push({ ...question, answer: (response) => resolve({ response }) });
    }),
};

export const powerMonitor = new EventEmitter();

export class Tray extends EventEmitter {
  static shown: Tray | undefined;
  tooltip = '';
  menu: readonly MenuItem[] = [];
  menusMade = 0;

  constructor() {
    super();
    if (!system.hasTray) throw new Error('no status icon area');
    Tray.shown = this;
  }
  setImage(): void {}
  setToolTip(text: string): void {
    this.tooltip = text;
  }
  setContextMenu(menu: readonly MenuItem[]): void {
    this.menu = menu;
    this.menusMade += 1;
  }
  destroy(): void {
    Tray.shown = undefined;
  }
}

export class Notification extends EventEmitter {
  static shown: Notification[] = [];
  static isSupported = () => system.hasNotifications;
  readonly options: { title: string; body: string };

  constructor(options: { title: string; body: string }) {
    super();
    this.options = options;
  }
  show(): void {
    Notification.shown.push(this);
  }
}

export class Window extends EventEmitter {
  isInFront = false;
  isSmall = true;
  isGone = false;
  isShown = true;
  isVisible = () => this.isShown;
  hide(): void {
    this.isShown = false;
  }
  minimize(): void {
    this.isSmall = true;
  }
  /** Acts as if a person pressed the window's close button. */
  close(): void {
    let isKept = false;
    this.emit('close', {
      preventDefault: () => {
        isKept = true;
      },
    });
    this.isGone = !isKept;
  }
  isDestroyed = () => this.isGone;
  isMinimized = () => this.isSmall;
  restore(): void {
    this.isSmall = false;
  }
  show(): void {
    this.isShown = true;
  }
  focus(): void {
    this.isInFront = true;
  }
  setOverlayIcon(): void {}
}

export const Menu = {
  buildFromTemplate: (items: readonly MenuItem[]) => items,
  setApplicationMenu: () => undefined,
};

const emptyImage = { addRepresentation: () => {}, toPNG: () => Buffer.alloc(0) };
export const nativeImage = {
  /** The number of pictures made from pixels so far. */
  drawn: 0,
  createEmpty: () => emptyImage,
  createFromBitmap() {
    nativeImage.drawn += 1;
    return emptyImage;
  },
};

class App extends EventEmitter {
  readonly name = 'Khatm';
  readonly isPackaged = false;
  getLocale = () => system.locale;
  setBadgeCount(count: number): void {
    system.badge = count;
  }
  quit(): void {
    this.emit('before-quit');
    system.isQuit = true;
  }
}
export const app = new App();
