/** The studio page's looks, in light and dark. */

export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(0.985 0.006 60), oklch(0.17 0.006 60));
  --card: light-dark(oklch(1 0 60), oklch(0.21 0.006 60));
  --ink: light-dark(oklch(0.22 0.006 60), oklch(0.93 0.006 60));
  --soft: light-dark(oklch(0.45 0.006 60), oklch(0.72 0.006 60));
  --line: light-dark(oklch(0.9 0.006 60), oklch(0.31 0.006 60));
  --accent: light-dark(oklch(0.54 0.19 35), oklch(0.69 0.18 35));
  --good: light-dark(oklch(0.5 0.13 150), oklch(0.75 0.15 150));
  --busy: light-dark(oklch(0.5 0.11 80), oklch(0.8 0.14 80));
  --bad: light-dark(oklch(0.5 0.19 25), oklch(0.72 0.17 25));
  font: 14px/1.5 Inter, system-ui, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); }
header {
  display: flex; align-items: baseline; gap: 1rem; padding: 1rem 1.5rem;
  border-bottom: 1px solid var(--line); background: var(--card);
}
h1 { font-size: 1.15rem; margin: 0; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
header p { margin: 0; color: var(--soft); }
main { max-width: 1200px; margin: 0 auto; padding: 1.5rem; display: grid; gap: 1.5rem; }
form, section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.25rem; min-width: 0; }
form { max-width: 34rem; }
label { display: block; font-weight: 600; margin-bottom: .35rem; }
.row { display: flex; gap: .5rem; }
input {
  flex: 1; min-width: 0; font: inherit; padding: .45rem .6rem; border-radius: 7px;
  border: 1px solid var(--soft); background: var(--paper); color: inherit;
}
button {
  font: inherit; font-weight: 600; padding: .45rem 1rem; border-radius: 7px; border: 0; cursor: pointer;
  background: var(--accent); color: light-dark(oklch(1 0 60), oklch(0.17 0.02 35));
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.hint { color: var(--soft); margin: .6rem 0 0; }
.refusal { color: var(--bad); margin: .6rem 0 0; }
.count { color: var(--soft); font-weight: 400; }
.scroll { overflow: auto; max-height: 24rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { position: sticky; top: 0; background: var(--card); text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; vertical-align: middle; }
td.text { max-width: 22rem; overflow: hidden; text-overflow: ellipsis; }
td.code { font-family: ui-monospace, monospace; font-size: .87em; max-width: 26rem; overflow: hidden; text-overflow: ellipsis; }
.good { color: var(--good); } .busy { color: var(--busy); } .bad { color: var(--bad); }
progress { width: 6rem; accent-color: var(--accent); vertical-align: middle; }
[hidden] { display: none; }
`
