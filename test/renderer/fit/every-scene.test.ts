import { expect, test } from 'vitest';
import { hashOf, type Route, routeOf } from '../../../renderer/ui/page/route.ts';
import { everyScene } from '../scenes/every-scene.ts';

/** An address of each screen. */
const routes: { readonly [Screen in Route['screen']]: Extract<Route, { screen: Screen }> } = {
  sale: { screen: 'sale' },
  return: { screen: 'return', uuid: 'a', receipt: '1/2 %' },
  shift: { screen: 'shift', number: 3 },
  today: { screen: 'today' },
  reports: { screen: 'reports', report: 'vatReturn' },
  month: { screen: 'month' },
  activity: { screen: 'activity' },
  invoices: { screen: 'invoices' },
  invoice: { screen: 'invoice', uuid: 'a', receipt: 'T1-000001' },
  settings: { screen: 'settings', page: 'integrations', section: 'webhooks' },
  articles: { screen: 'articles', page: 'groups' },
  article: { screen: 'article', id: 'a' },
  setup: { screen: 'setup', environment: 'production' },
};

test.each(Object.values(routes))('the address of $screen leads back to it', (route) => {
  expect(routeOf(hashOf(route))).toEqual(route);
});

test.each(['', '#', '#/', '#/sale', '#/nowhere', '#/constructor', '#/settings/nowhere', '#/return/a/%'])(
  'the address %j opens a screen',
  (hash) => {
    expect(Object.keys(routes)).toContain(routeOf(hash).screen);
  },
);

test('each screen has a scene, for the tests of layout, language and haste', () => {
  const seen = new Set(Object.values(everyScene).map(({ hash = '' }) => routeOf(hash).screen));
  const missing = Object.keys(routes).filter((screen) => !seen.has(screen as Route['screen']));
  expect(missing).toEqual([]);
});
