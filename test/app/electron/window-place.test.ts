import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { placeOn } from '../../../main/app/electron/window/window-place.ts';

/* Tests that the window opens at its previous place, if that is on a screen. */

vi.mock('electron', () => ({}));

const wide = { x: 0, y: 0, width: 1920, height: 1080 };
const right = { x: 1920, y: 0, width: 1280, height: 1024 };
const kept = { x: 2000, y: 50, width: 1100, height: 800, isMaximized: true };

test('a window is where it was, also on the second screen', () => {
  expect(placeOn([wide, right], kept)).toEqual(kept);
  expect(placeOn([wide, right], undefined)).toBeUndefined();
});

test('a window of a screen that is gone has the usual place', () => {
  expect(placeOn([wide], kept)).toBeUndefined();
  expect(placeOn([], kept)).toBeUndefined();
});

test('a window that is partly beyond its screen, or larger, is put upon it', () => {
  expect(placeOn([wide], { ...kept, x: -300, y: 850, height: 400 })).toMatchObject({ x: 0, y: 680 });
  expect(placeOn([{ ...wide, width: 1024, height: 700 }], { ...kept, x: 100, width: 1900 })).toMatchObject({
    x: 0,
    width: 1024,
    height: 700,
  });
});

test('whatever was kept, a window has no place, or one that is whole on one of the screens', () => {
  const number = fc.integer({ min: -5_000, max: 5_000 });
  const length = fc.integer({ min: 1, max: 5_000 });
  const rectangle = fc.record({ x: number, y: number, width: length, height: length });
  fc.assert(
    fc.property(fc.array(rectangle, { maxLength: 3 }), rectangle, (screens, was) => {
      const place = placeOn(screens, { ...was, isMaximized: false });
      if (place === undefined) return true;
      return screens.some(
        ({ x, y, width, height }) =>
          place.x >= x &&
          place.y >= y &&
          place.x + place.width <= x + width &&
          place.y + place.height <= y + height,
      );
    }),
  );
});
