/**
 * The style of the page: it uses the reader's own fonts and the system's light or dark theme, lets wide tables scroll
 * by themselves, and has a version for paper.
 */
export const docsStyle = `
:root { color-scheme: light dark; background: light-dark(#fff, #121212); color: light-dark(#1a1a1a, #eee); }
a { color: light-dark(#0b57d0, #a8c7fa); }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 64rem; margin: 0 auto; padding: 1rem 1.5rem 6rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding-block: .75rem; }
h2 { margin-block-start: 4rem; border-block-end: 1px solid; }
h3 { margin-block-start: 2.5rem; }
.operation { margin-block: 2rem; padding-inline-start: 1rem; border-inline-start: .25rem solid; }
h4 { margin-block: 1.5rem .5rem; overflow-wrap: anywhere; }
code { font: .95em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { padding: 1rem; overflow-x: auto; border: 1px solid; border-radius: .25rem; }
pre code { overflow-wrap: normal; }
.wide { overflow-x: auto; }
.wide td:first-child { min-inline-size: 13rem; }
table { border-collapse: collapse; inline-size: 100%; }
th, td { padding: .5rem .75rem; text-align: start; vertical-align: top; border-block-end: 1px solid #8888; }
summary { padding-block: .75rem; cursor: pointer; }
details.body { border-block-end: 1px solid #8888; }
:target { scroll-margin-block-start: 1rem; }
`.trimStart();
