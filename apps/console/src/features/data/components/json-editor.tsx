import { lazy, Suspense, useId, useMemo } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Button } from '../../../ui/button.tsx'
import { useCopy } from '../../../ui/copyable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Editing } from '../draft/use-draft.ts'
import { placeIn } from '../../../documents/values/document-json.ts'

// The editor of code comes when somebody asks.
const JsonCode = lazy(async () => await import('../editors/json-code.tsx'))

/** In rem: the height of a line, and of a few and of many of them. */
const lineHeight = 1.25
const leastLines = 10
const mostLines = 32

/** The whole document as the editor's JSON. What is written becomes changes at once, as long as it is a document. */
export function JsonEditor({ editing, mayEdit }: { readonly editing: Editing; readonly mayEdit: boolean }) {
  const { isCopied, copy } = useCopy()
  const id = useId()
  const { text, textProblem: problem } = editing
  const place = useMemo(() => problem && placeIn(text, problem.at), [text, problem])
  const lines = useMemo(() => linesIn(text, mostLines), [text])
  return (
    <div className="grid gap-2 p-3">
      <div
        className="isolate overflow-hidden rounded border border-line-control"
        style={{
          height: `${(Math.max(leastLines, lines) + 1) * lineHeight}rem`,
          maxHeight: 'max(15rem, calc(100dvh - 26rem))',
        }}
      >
        <Suspense fallback={<Skeleton rows={6} />}>
          <JsonCode
            label={dataTexts.documentAsJson}
            describedBy={`${id}-problem ${id}-help`}
            value={text}
            onChange={editing.write}
            isReadOnly={!mayEdit}
            problem={problem}
          />
        </Suspense>
      </div>
      <p id={`${id}-problem`} role="status" className="text-table text-crimson empty:hidden">
        {problem && place && valueTexts.jsonAt(place.line, place.column, problem.problem)}
      </p>
      <p id={`${id}-help`} className="text-table text-ink-2">
        {dataTexts.jsonHelp}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onPress={() => copy(text)}>
          {isCopied ? dataTexts.copied : dataTexts.copyJson}
        </Button>
        {problem !== undefined && (
          <Button size="small" onPress={editing.discardText}>
            {dataTexts.discardText}
          </Button>
        )}
      </div>
    </div>
  )
}

/** How many lines a text has, counted no further than to `most`. */
function linesIn(text: string, most: number): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1 && lines < most; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
