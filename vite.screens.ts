import react from '@vitejs/plugin-react';

/**
 * The plugins of every build that has screens in it. React Compiler memoizes components and hooks, so that hardly any
 * code does it by hand. What it cannot compile fails the build instead of being left as it is.
 */
export const screenPlugins = () => [react({ compiler: { panicThreshold: 'all_errors' } })];

/** What draws charts, which is loaded with the page that has them. */
const ofCharts = [
  ...[
    'recharts',
    '@reduxjs',
    'redux',
    'redux-thunk',
    'react-redux',
    'reselect',
    'immer',
    'es-toolkit',
    'victory-vendor',
  ],
  ...['d3-[a-z-]+', 'internmap', 'decimal\\.js-light', 'eventemitter3', 'tiny-invariant', 'react-is'],
  'use-sync-external-store',
].join('|');

/**
 * The output of those builds. The library and what several screens share are one chunk: with their styles in files of
 * their own, the library's could come last and override them.
 */
export const screenOutput = {
  codeSplitting: {
    groups: [
      {
        name: 'shared',
        test: new RegExp(
          `[\\\\/](node_modules[\\\\/](?!(${ofCharts})[\\\\/])|(shared|renderer[\\\\/](components|language|page|terminal))[\\\\/])`,
        ),
      },
    ],
  },
};
