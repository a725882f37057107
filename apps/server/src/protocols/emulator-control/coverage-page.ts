import { escapeHtml } from '../../html/escape-html.ts'
import type { CoverageEntry, SourceFile } from '@hearth/rules'

/** `partly`: it was evaluated, and something inside of it never was, such as the right side of an `&&` whose left side is always false. */
type Reach = 'wholly' | 'partly' | 'never'

/** The sources with what each expression was evaluated to as its tooltip; what never was, or not all of it, is marked. No scripts. */
export function coveragePage(files: readonly SourceFile[], report: readonly CoverageEntry[]): string {
  const sections = files.map(({ name, content }) => {
    const entries = report.filter(({ fileName }) => fileName === name)
    return `<h2>${escapeHtml(name)}</h2>
<p>${summaryOf(entries)}</p>
<pre>${marked(content, 0, content.length, entries)}</pre>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Coverage of rules</title>
<style>
body { font: 14px/1.6 system-ui, sans-serif; margin: 2rem; color-scheme: light dark }
pre { font: 13px/1.9 ui-monospace, monospace; overflow-x: auto }
mark { color: inherit; cursor: help; padding-block: 1px; border-bottom: 2px solid }
mark.wholly { background: light-dark(#e3f1e6, #18301f); border-color: #2a7d46 }
mark.partly { background: light-dark(#fbefd5, #3a2c10); border-color: #a86a00; border-bottom-style: dotted }
mark.never { background: light-dark(#fbe3e1, #3d1a17); border-color: #b3261e; border-bottom-style: dashed }
ul { padding: 0; list-style: none }
</style>
<h1>Coverage of rules</h1>
<ul aria-label="Legend">
<li><mark class="wholly">solid line</mark> was evaluated, with all that is in it
<li><mark class="partly">dotted line</mark> was evaluated, and something in it never was: one side of an &amp;&amp; or ||, say
<li><mark class="never">dashed line</mark> was never evaluated
</ul>
<p>Hover over an expression for its values and how often it had them.</p>
${sections.join('\n')}
</html>
`
}

/** The text from `start` to `end`, with the entries in it, and those inside of them, as marks. */
function marked(content: string, start: number, end: number, entries: readonly CoverageEntry[]): string {
  let html = ''
  let at = start
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    const { offset, endOffset, children } = entry
    if (offset < at) continue
    const reach = reachOf(entry)
    html += `${escapeHtml(content.slice(at, offset))}<mark class="${reach}" title="${escapeHtml(titleOf(entry, reach))}">`
    html += `${marked(content, offset, endOffset, children)}</mark>`
    at = endOffset
  }
  return html + escapeHtml(content.slice(at, end))
}

function reachOf({ values, children }: CoverageEntry): Reach {
  if (values.length === 0) return 'never'
  return children.every((child) => reachOf(child) === 'wholly') ? 'wholly' : 'partly'
}

function titleOf({ values }: CoverageEntry, reach: Reach): string {
  const lines = values.map(({ value, count }) => `${value} (${count})`)
  if (reach === 'never') lines.push('never evaluated')
  if (reach === 'partly') lines.push('something in it was never evaluated')
  return lines.join('\n')
}

/** Of conditions and bodies of functions, each counted as one. */
function summaryOf(entries: readonly CoverageEntry[]): string {
  const count = (reach: Reach): number => entries.filter((entry) => reachOf(entry) === reach).length
  const [wholly, partly, never] = [count('wholly'), count('partly'), count('never')]
  return `Of ${entries.length} conditions and functions, ${wholly} were evaluated wholly, ${partly} partly, ${never} never.`
}
