import react from '@vitejs/plugin-react';
import { ar } from '../shared/words/ar/start.ts';
import { en } from '../shared/words/en/start.ts';

/** Puts the words that are seen before the program has loaded into the page. */
export const wordsOfPage = {
  name: 'words-of-page',
  transformIndexHtml: (page: string) =>
    page.replaceAll('@en.opening@', en.opening).replaceAll('@ar.opening@', ar.opening),
};

/**
 * The plugins of every build that has screens in it. React Compiler memoizes components and hooks, so that hardly any
 * code does it by hand. What it cannot compile fails the build instead of being left as it is.
 */
export const screenPlugins = () => [wordsOfPage, react({ compiler: { panicThreshold: 'all_errors' } })];

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
          `[\\\\/](node_modules[\\\\/](?!(${ofCharts})[\\\\/])|(shared|renderer[\\\\/]ui)[\\\\/])`,
        ),
      },
    ],
  },
};
