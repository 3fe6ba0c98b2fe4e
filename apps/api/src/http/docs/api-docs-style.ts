/** How the page of the API looks; its colours are those of the portal, and follow the device. */
export const apiDocsStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f5f3ee, #0d1423);
  --surface: light-dark(#ffffff, #151e33);
  --ink: light-dark(#15203b, #edf0f8);
  --ink-2: light-dark(#454f68, #b7c0d5);
  --line: light-dark(#dad6cb, #2a3654);
  --brand: light-dark(#23418c, #a7c0ff);
  font: 1rem/1.55 Roboto, system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif;
  background: var(--paper);
  color: var(--ink);
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-inline-size: 60rem; padding: 1rem; }
h1, h2, h3, h4 { line-height: 1.25; margin-block: 1.5rem 0.5rem; }
h1 { font-size: 1.75rem; }
h2 { font-size: 1.375rem; margin-block-start: 3rem; }
h3 { font-size: 1.125rem; margin-block-start: 0; }
h4 { font-size: 1rem; }
p { margin-block: 0.5rem; }
a { color: var(--brand); }
:focus-visible { outline: 0.1875rem solid var(--brand); outline-offset: 0.125rem; }
code { font: 0.875rem/1.5 ui-monospace, 'Roboto Mono', 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
ul { margin-block: 0.25rem; padding-inline-start: 1.25rem; }
li { margin-block: 0.25rem; overflow-wrap: anywhere; }
summary { cursor: pointer; padding-block: 0.625rem; }
nav, article { background: var(--surface); border: 1px solid var(--line); border-radius: 0.5rem; }
nav { margin-block: 1.5rem; padding-inline: 1rem; }
nav li { padding-block: 0.25rem; }
article { margin-block: 1rem; padding: 1rem; scroll-margin-block-start: 1rem; }
article:target { border-color: var(--brand); }
.kind, .notes { color: var(--ink-2); font-size: 0.875rem; }
.skip { inset-block-start: -10rem; inset-inline-start: 1rem; position: absolute; }
.skip:focus { background: var(--surface); inset-block-start: 1rem; padding: 0.5rem; }
`;
