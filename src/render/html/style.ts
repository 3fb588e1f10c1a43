const light = `--paper: #ffffff; --panel: #f6f8fa; --line: #d0d7de; --ink: #1f2328; --soft: #59636e; --box: #ffffff; --stroke: #8c959f;
  --call: #ddf4ff; --hook: #dafbe1; --hook-line: #1a7f37; --gone: #cf222e; --pick: #0969da; --plus: #e6ffec; --minus: #ffebe9;`;

const dark = `--paper: #0d1117; --panel: #161b22; --line: #30363d; --ink: #e6edf3; --soft: #9198a1; --box: #21262d; --stroke: #6e7681;
  --call: #10304f; --hook: #12361f; --hook-line: #3fb950; --gone: #f85149; --pick: #58a6ff; --plus: #10291a; --minus: #341a1d;`;

export const style = `
:root { ${light} color-scheme: light }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { ${dark} color-scheme: dark } }
:root[data-theme=dark] { ${dark} color-scheme: dark }
* { box-sizing: border-box }
[hidden] { display: none !important }
body { margin: 0; height: 100vh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink);
  font: 14px/1.45 system-ui, sans-serif }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; padding: 8px 16px; border-bottom: 1px solid var(--line) }
.heading { flex: 1 1 320px; min-width: 0 }
h1 { font-size: 16px; margin: 0; overflow-wrap: anywhere } #summary { margin: 0; color: var(--soft) }
.controls { display: flex; flex-wrap: wrap; gap: 8px; align-items: center }
.group { display: inline-flex; gap: 0 } .group > * { border-radius: 0; margin-left: -1px }
.group > :first-child { border-radius: 6px 0 0 6px; margin-left: 0 } .group > :last-child { border-radius: 0 6px 6px 0 }
#filters { gap: 6px } #filters > * { border-radius: 6px; max-width: 170px }
button, select, input { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 3px 9px }
button { cursor: pointer } button[aria-pressed=true], button[aria-selected=true] { background: var(--pick); border-color: var(--pick); color: var(--paper) }
:focus-visible { outline: 2px solid var(--pick); outline-offset: 1px }
main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(0, 1fr) minmax(300px, 34%) }
#picture { position: relative; min-height: 0; overflow: hidden; display: flex; flex-direction: column }
#canvas { width: 100%; flex: 1; min-height: 0; display: block; cursor: grab; touch-action: none; user-select: none }
#canvas.dragging { cursor: grabbing }
aside { display: flex; flex-direction: column; min-height: 0; border-left: 1px solid var(--line) }
#details { padding: 10px 16px; max-height: 45%; overflow: auto; border-bottom: 1px solid var(--line) }
#details h2 { font-size: 15px; margin: 0 0 4px; overflow-wrap: anywhere } #details p { margin: 0; color: var(--soft) }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 12px; margin: 6px 0 } dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
pre, .code, #patch, svg text { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 12px }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--panel); padding: 6px 8px; border-radius: 6px; margin: 4px 0; max-height: 180px; overflow: auto }
.link { background: none; border: 0; padding: 0; margin: 0 8px 0 0; color: var(--pick); text-align: left; overflow-wrap: anywhere }
#tabs { display: flex; gap: 6px; padding: 8px 16px }
#patch, #added, #runs { flex: 1; min-height: 0; overflow: auto; padding-bottom: 16px }
#patch div { white-space: pre; padding: 0 16px; width: max-content; min-width: 100% }
#patch .plus { background: var(--plus) } #patch .minus { background: var(--minus) } #patch .place { color: var(--soft) } #patch .file { font-weight: bold }
#patch { position: relative } #patch .found { box-shadow: inset 5px 0 var(--pick); font-weight: bold } #patch .near { outline: 2px dashed var(--pick); outline-offset: -2px }
#details ul { margin: 2px 0; padding: 0 } #details li { display: inline-block; margin-right: 6px } #details h3 { font-size: 13px; margin: 8px 0 0 }
table { border-collapse: collapse; width: 100%; font-size: 13px } th, td { text-align: left; vertical-align: top; padding: 4px 8px; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
#runs th { overflow-wrap: normal } #runs td:first-child { min-width: 104px } #runs th, #added th { position: sticky; top: 0; background: var(--paper) } th, .soft { color: var(--soft); font-weight: normal } th:first-child, td:first-child { padding-left: 16px }
svg text { fill: var(--ink); text-anchor: middle; pointer-events: none }
.panel > rect { fill: var(--panel); stroke: var(--line) } .panel.changed > rect { stroke: var(--hook-line) }
svg .title { text-anchor: start; font-weight: bold; font-size: 13px }
.step { cursor: pointer; outline: none } .step rect { fill: var(--box); stroke: var(--stroke) } .step.calls rect { fill: var(--call) }
.step.leads rect { stroke: var(--hook-line); stroke-dasharray: 4 3 }
.step.hook rect { fill: var(--hook); stroke: var(--hook-line); stroke-width: 2 }
.step.denied rect { stroke: var(--gone); stroke-width: 3 } .forbidden { color: var(--gone) }
.step.awaited rect { stroke-dasharray: 7 4 } .step.aside rect { stroke-dasharray: 2 4 }
.step.group rect { stroke-dasharray: none }
#legend { margin: 0; padding: 5px 16px; list-style: none; display: flex; flex-wrap: wrap; gap: 2px 16px; font-size: 12px; border-top: 1px solid var(--line) }
#legend li { display: flex; align-items: center; gap: 6px } #legend i { min-width: 24px; height: 17px; font-style: normal; line-height: 13px; text-align: center; border-radius: 4px; background: var(--hook); border: 2px solid var(--hook-line) }
#legend .denied i, #legend .group i { background: var(--box); border-color: var(--gone) } #legend .group i { border-color: var(--stroke); box-shadow: 2px 2px var(--stroke) }
#legend .awaited i { border-style: dashed } #legend .aside i { border-style: dotted }
#legend .added i, #legend .removed i { height: 0; border-width: 3px 0 0; border-radius: 0 } #legend .removed i { border-top: 2px dashed var(--gone) }
#minimap { position: absolute; right: 8px; top: 8px; background: var(--paper); border: 1px solid var(--line); border-radius: 4px; opacity: .9; cursor: pointer; touch-action: none }
#minimap .area { fill: var(--panel) } #minimap .kept { fill: var(--stroke) } #minimap .added { fill: var(--hook-line) }
#minimap .seen { fill: none; stroke: var(--pick); stroke-width: 2; vector-effect: non-scaling-stroke }
.step.picked rect, .step:focus-visible rect { stroke: var(--pick); stroke-width: 3 }
.step.faded, .edge.faded { opacity: .18 } .step.match rect { stroke: var(--pick); stroke-width: 3; stroke-dasharray: 5 3 }
.edge { fill: none; stroke: var(--stroke); stroke-width: 1.3 } .edge.added { stroke: var(--hook-line); stroke-width: 2.2 } .edge.removed { stroke: var(--gone); stroke-dasharray: 5 4 }
.edge.hot { stroke: var(--pick); stroke-width: 2.6 } .many .calls-line { opacity: .25 } .calls-line { pointer-events: none; fill: none; stroke: var(--stroke); stroke-dasharray: 2 4; stroke-width: 1.5 }
marker path { fill: var(--stroke); fill: context-stroke }
[data-side=before] .isNew, [data-side=before] .edge.added, [data-side=after] .edge.removed { display: none }
[data-side=before] .edge.removed { stroke: var(--stroke); stroke-dasharray: none }
#tip, #help { position: absolute; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: 6px 10px; box-shadow: 0 4px 16px #0004; max-width: 360px; overflow-wrap: anywhere }
#tip { pointer-events: none; font-size: 12px; z-index: 1 } #help { right: 16px; top: 16px } #help h2 { font-size: 14px; margin: 0 }
[data-side=before] .step.leads rect { stroke: var(--stroke) }
@media (max-width: 900px) {
  body { height: auto } header { padding: 8px 12px } h1, #summary, #details { overflow-wrap: anywhere } #summary { font-size: 13px }
  .controls { width: 100%; gap: 6px } #sides { flex: 1 } #theme, #help-button { order: -1 } #sides { order: -2 } button, select, input { padding: 6px 9px }
  #filters { width: 100% } #filters > * { flex: 1 1 0; min-width: 0; font-size: 13px; padding: 6px 2px } #search { flex: 1 1 0; min-width: 120px }
  main { grid-template-columns: minmax(0, 1fr); grid-template-rows: 62vh auto } aside { border-left: 0; border-top: 1px solid var(--line); min-width: 0 }
  #runs table { min-width: 560px } #patch, #added, #runs { max-height: 70vh } #added th, #added td, #runs th, #runs td { padding: 4px 6px }
}
`;
