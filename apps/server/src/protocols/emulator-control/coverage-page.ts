import { escapeHtml } from '../../html/escape-html.ts'
import type { CoverageEntry, SourceFile } from '@hearth/rules'

/** The sources with what each expression was evaluated to as its tooltip; what never was is marked. No scripts. */
export function coveragePage(files: readonly SourceFile[], report: readonly CoverageEntry[]): string {
  const sections = files.map(({ name, content }) => {
    const entries = report.filter(({ fileName }) => fileName === name)
    return `<h2>${escapeHtml(name)}</h2>\n<pre>${marked(content, 0, content.length, entries)}</pre>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Coverage of rules</title>
<style>
body { font: 14px/1.6 system-ui, sans-serif; margin: 2rem; color-scheme: light dark }
pre { font: 13px/1.6 ui-monospace, monospace }
mark { color: inherit; background: none; border-bottom: 2px solid #2a7d46; cursor: help }
mark.never { border-bottom: 2px dashed #b3261e }
</style>
<h1>Coverage of rules</h1>
<p>An underlined expression was evaluated; hover for its values. A dashed one never was.</p>
${sections.join('\n')}
</html>
`
}

/** The text from `start` to `end`, with the entries in it, and those inside of them, as marks. */
function marked(content: string, start: number, end: number, entries: readonly CoverageEntry[]): string {
  let html = ''
  let at = start
  for (const { offset, endOffset, values, children } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < at) continue
    const title =
      values.length === 0 ? 'never evaluated' : values.map(({ value, count }) => `${value} (${count})`).join('\n')
    const style = values.length === 0 ? ' class="never"' : ''
    html += `${escapeHtml(content.slice(at, offset))}<mark${style} title="${escapeHtml(title)}">`
    html += `${marked(content, offset, endOffset, children)}</mark>`
    at = endOffset
  }
  return html + escapeHtml(content.slice(at, end))
}
