import { expect, test } from 'vitest';
import { createEmitter } from '../../../main/base/platform/emitter.ts';

type Event = { readonly type: 'sold'; readonly number: number } | { readonly type: 'closed' };

test('who listens hears each event of a type, in order, until they no longer listen', () => {
  const heard: string[] = [];
  const emitter = createEmitter<Event>(() => expect.unreachable());
  const stop = emitter.on('sold', ({ number }) => heard.push(`first ${number}`));
  emitter.on('sold', ({ number }) => heard.push(`second ${number}`));
  emitter.emit({ type: 'sold', number: 1 });
  emitter.emit({ type: 'closed' });
  stop();
  emitter.emit({ type: 'sold', number: 2 });
  expect(heard).toEqual(['first 1', 'second 1', 'second 2']);
});

test('a listener that fails keeps no other from hearing, and is told of', () => {
  const heard: number[] = [];
  const errors: unknown[] = [];
  const emitter = createEmitter<Event>((error, { type }) => errors.push([type, error]));
  const fault = new Error('no');
  emitter.on('sold', () => {
    throw fault;
  });
  emitter.on('sold', ({ number }) => heard.push(number));
  emitter.emit({ type: 'sold', number: 7 });
  expect(heard).toEqual([7]);
  expect(errors).toEqual([['sold', fault]]);
});
