import react from '@vitejs/plugin-react';

/**
 * The plugins of every build that has screens in it. React Compiler memoizes components and hooks, so that hardly any
 * code does it by hand. What it cannot compile fails the build instead of being left as it is.
 */
export const screenPlugins = () => [react({ compiler: { panicThreshold: 'all_errors' } })];

/**
 * The output of those builds. The library and what several screens share are one chunk: with their styles in files of
 * their own, the library's could come last and override them.
 */
export const screenOutput = {
  codeSplitting: {
    groups: [
      {
        name: 'shared',
        test: /[\\/](node_modules|shared|renderer[\\/](components|language|page|terminal))[\\/]/,
      },
    ],
  },
};
