export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #ffffff;
  --raised: #f6f7f9;
  --line: #dcdfe5;
  --field-line: #868d9b;
  --ink: #1c2129;
  --soft: #566070;
  --accent: #0b57b7;
  --on-accent: #ffffff;
  --good: #17703a;
  --bad: #b3261e;
  --get: #0b57b7;
  --post: #17703a;
  --put: #8a5300;
  --patch: #6b3fb5;
  --delete: #b3261e;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171c;
    --raised: #1c2027;
    --line: #333a45;
    --field-line: #77808f;
    --ink: #e4e7ec;
    --soft: #a3acba;
    --accent: #8ab8ff;
    --on-accent: #0d1524;
    --good: #74d296;
    --bad: #ff9a92;
    --get: #8ab8ff;
    --post: #74d296;
    --put: #f0bd62;
    --patch: #c6a8ff;
    --delete: #ff9a92;
  }
}
* { box-sizing: border-box }
[hidden] { display: none !important }
html { scroll-padding-top: 4rem; -webkit-text-size-adjust: 100% }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  overflow-wrap: break-word;
  font: 15px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif;
}
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
main:focus { outline: none }
code, pre, textarea { font-family: var(--mono); font-size: 0.875em }
code { overflow-wrap: anywhere }
h1 { margin: 0 0 0.75rem; font-size: 1.75rem; line-height: 1.25 }
h2 { margin: 0 0 0.25rem; font-size: 1.25rem }
h3 { margin: 0; font-size: 1rem; font-weight: 500 }
h4 { margin: 1.5rem 0 0.5rem; font-size: 0.95rem }
p { margin: 0 0 0.5rem }
pre {
  margin: 0.5rem 0;
  padding: 0.75rem;
  overflow: auto;
  max-height: 26rem;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: 6px;
}
.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.skip { position: absolute; left: -100vw; top: 0; z-index: 3; padding: 0.75rem; background: var(--paper) }
.skip:focus { left: 0 }

.bar {
  position: sticky;
  top: 0;
  z-index: 2;
  display: flex;
  align-items: center;
  gap: 1rem;
  height: 3.25rem;
  padding: 0 1.25rem;
  background: var(--paper);
  border-bottom: 1px solid var(--line);
}
.bar strong { flex: 1; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
.bar a { white-space: nowrap }
#menu { display: none }
.frame { display: grid; grid-template-columns: 19rem minmax(0, 1fr) }
#contents {
  position: sticky;
  top: 3.25rem;
  height: calc(100vh - 3.25rem);
  overflow-y: auto;
  padding: 1rem 0.75rem 2rem;
  border-right: 1px solid var(--line);
}
#contents h2 { margin: 1.25rem 0.5rem 0.25rem; font-size: 0.8rem }
#contents h2 a { color: var(--soft); text-decoration: none }
#contents h2 a:hover { text-decoration: underline }
#contents ul { margin: 0; padding: 0; list-style: none }
#contents li a {
  display: grid;
  grid-template-columns: 3.1rem minmax(0, 1fr);
  align-items: baseline;
  padding: 0.25rem 0.5rem;
  border-radius: 6px;
  color: var(--ink);
  font-size: 0.9rem;
  line-height: 1.4;
  text-decoration: none;
}
#contents li a:hover, #contents a[aria-current] { background: var(--raised) }
#contents a[aria-current] { box-shadow: inset 3px 0 0 var(--accent) }
#contents .method { font-size: 0.65rem }
.search { padding: 0 0.5rem }
.search label { display: block; margin-bottom: 0.25rem; font-weight: 600 }
.search p { margin: 0.25rem 0 0 }

#content { width: 100%; max-width: 88rem; padding: 2rem clamp(1rem, 3vw, 2.5rem) 40vh }
.introduction { max-width: 48rem; margin-bottom: 2.5rem }
.group { margin-bottom: 2.5rem }
.group > p { max-width: 48rem; color: var(--soft) }
.chip {
  display: inline-block;
  padding: 0 0.5em;
  margin-right: 0.25rem;
  border: 1px solid var(--line);
  border-radius: 1em;
  background: var(--raised);
  font-size: 0.8rem;
  font-weight: 400;
  vertical-align: middle;
}
.method { font-family: var(--mono); font-size: 0.8rem; font-weight: 700 }
.get { color: var(--get) }
.post { color: var(--post) }
.put { color: var(--put) }
.patch { color: var(--patch) }
.delete { color: var(--delete) }
.good { color: var(--good) }
.bad { color: var(--bad) }
.type { color: var(--soft); font-size: 0.85rem; font-weight: 400 }
.name { font-weight: 600 }
th .name { white-space: nowrap }
.required { margin-left: 0.5rem; color: var(--bad); font-size: 0.8rem; font-weight: 400; white-space: nowrap }
.limit { margin-left: 0.5rem; color: var(--soft); font-size: 0.85rem; font-weight: 400; overflow-wrap: anywhere }
td .limit, td .type { display: block; margin-left: 0 }

summary { cursor: pointer }
.operation { margin: 0.5rem 0; border: 1px solid var(--line); border-radius: 8px }
.operation > summary {
  display: grid;
  grid-template-columns: 4rem minmax(10rem, 22rem) minmax(0, 1fr) auto;
  align-items: baseline;
  gap: 0.75rem;
  padding: 0.6rem 1rem;
  border-radius: 8px;
  list-style: none;
}
.operation > summary::-webkit-details-marker { display: none }
.operation > summary::after {
  content: '';
  width: 0.5rem;
  height: 0.5rem;
  border: solid var(--soft);
  border-width: 0 2px 2px 0;
  transform: rotate(45deg) translateY(-0.2rem);
}
.operation[open] > summary::after { transform: rotate(225deg) }
.operation > summary:hover { background: var(--raised) }
.operation[open] > summary { border-bottom: 1px solid var(--line); border-radius: 8px 8px 0 0 }
.inside { padding: 1rem; container-type: inline-size }
.access code { color: var(--soft) }
.more { margin: 0.5rem 0 }
.more > summary { width: fit-content; color: var(--accent) }
.more > summary > h4 { display: inline-block; margin: 0.5rem 0 }
.curl { white-space: pre-wrap; overflow-wrap: anywhere }
.use { margin-top: 1.5rem }
.use h4:first-child { margin: 0 }
.headline { display: flex; align-items: center; justify-content: space-between; gap: 1rem }
.answer { margin-bottom: 0.75rem }
.data { margin: 0.25rem 0 }
.data > .tree { padding-left: 0.9rem; border-left: 2px solid var(--line) }

table { width: 100%; border-collapse: collapse; font-size: 0.9rem }
th, td { padding: 0.45rem 0.75rem 0.45rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
thead th { color: var(--soft); font-size: 0.8rem; font-weight: 400 }
tbody th { font-weight: 400 }
.about td:nth-child(2) { width: 34% }
.about .errors td:nth-child(2) { width: auto }
.errors code { white-space: nowrap; overflow-wrap: normal }
.tree { margin: 0.25rem 0; padding: 0; list-style: none; font-size: 0.9rem }
.tree > li { padding: 0.4rem 0; border-top: 1px solid var(--line) }
.tree > li:first-child { border-top: 0 }
.tree .tree { padding-left: 0.9rem; border-left: 2px solid var(--line) }
.meaning { color: var(--soft) }
.beneath > summary { width: fit-content; margin-top: 0.15rem; color: var(--accent); font-size: 0.85rem }

label { font-size: 0.9rem }
input, select, textarea, button { font: inherit; color: inherit }
input, select, textarea {
  width: 100%;
  min-height: 2.25rem;
  padding: 0.3rem 0.6rem;
  background: var(--paper);
  border: 1px solid var(--field-line);
  border-radius: 6px;
}
textarea { display: block; resize: vertical; font-family: var(--mono); font-size: 0.85rem; line-height: 1.45 }
input::placeholder { color: var(--soft); opacity: 1; font-style: italic }
button {
  min-height: 2.25rem;
  padding: 0.3rem 1rem;
  background: var(--accent);
  color: var(--on-accent);
  border: 1px solid var(--accent);
  border-radius: 6px;
  cursor: pointer;
}
button:disabled { opacity: 0.6; cursor: progress }
button.quiet { padding: 0.1rem 0.75rem; min-height: 2rem; background: transparent; color: var(--accent); border-color: var(--line) }
.token { display: grid; grid-template-columns: auto minmax(0, 24rem) auto; align-items: center; gap: 0.4rem 0.75rem; margin-top: 1rem; justify-content: start }
.token p { grid-column: 2 / -1; margin: 0 }
.field { display: grid; grid-template-columns: 9rem minmax(0, 1fr); align-items: center; gap: 0.5rem; margin-bottom: 0.5rem }
.field.wide { grid-template-columns: minmax(0, 1fr) }
.more > .field:first-of-type { margin-top: 0.5rem }
.state:not(:empty) { margin-top: 1rem }

@container (min-width: 60rem) {
  .columns { display: grid; grid-template-columns: minmax(0, 54fr) minmax(0, 46fr); gap: 2.5rem; align-items: start }
  .use { position: sticky; margin: 0; top: 4.25rem; max-height: calc(100vh - 5rem); overflow-y: auto; padding: 2px }
}
@media (max-width: 62rem) {
  .frame { display: block }
  #menu { display: block }
  .bar { padding: 0 0.75rem; gap: 0.75rem }
  #contents { display: none; position: fixed; inset: 3.25rem 0 0; z-index: 1; height: auto; background: var(--paper); border: 0 }
  #contents.open { display: block }
  #contents li a { padding: 0.5rem }
}
@media (max-width: 40rem) {
  #content { padding-top: 1.25rem }
  .operation > summary { grid-template-columns: auto minmax(0, 1fr) auto; gap: 0.15rem 0.6rem; padding: 0.6rem 0.75rem }
  .operation > summary h3 { grid-column: 1 / -1; grid-row: 2 }
  .inside { padding: 0.75rem }
  .token { grid-template-columns: minmax(0, 1fr) auto }
  .token label { grid-column: 1 / -1 }
  .token p { grid-column: 1 / -1 }
  .field { grid-template-columns: minmax(0, 1fr); gap: 0.15rem }
  .about table:not(.errors table), .about table:not(.errors table) :is(tbody, tr, th, td) { display: block }
  .about table:not(.errors table) thead { display: none }
  .about table:not(.errors table) tr { padding: 0.4rem 0; border-bottom: 1px solid var(--line) }
  .about table:not(.errors table) .name { white-space: normal }
  .about table:not(.errors table) :is(.type, .limit) { display: inline; margin: 0 0.5rem 0 0 }
  .about table:not(.errors table) th > .type { margin-left: 0.5rem }
  .about td:nth-child(2) { width: auto }
  .about table:not(.errors table) :is(th, td) { padding: 0.1rem 0; border: 0 }
}
`
