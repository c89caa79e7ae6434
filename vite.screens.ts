import react from '@vitejs/plugin-react';

/**
 * The plugins of every build that has screens in it. React Compiler memoizes components and hooks, so that hardly any
 * code does it by hand. What it cannot compile fails the build instead of being left as it is.
 */
export const screenPlugins = () => [react({ compiler: { panicThreshold: 'all_errors' } })];
