import { useState } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Button } from '../../../ui/button.tsx'
import { useCopy } from '../../../ui/copyable.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import type { Editing } from '../draft/use-draft.ts'
import { formatDocument, parseDocument, placeIn } from '../values/document-json.ts'
import type { TypedFields } from '../values/typed-value.ts'

interface Written {
  readonly text: string
  /** The fields the server held when writing began. */
  readonly from: TypedFields
}

/** The whole document as typed JSON. What is written becomes changes at once, as long as it is a document. */
export function JsonEditor({
  editing,
  saved,
  mayEdit,
  onProblem,
}: {
  readonly editing: Editing
  readonly saved: TypedFields
  readonly mayEdit: boolean
  /** Told whether the text is no document at the moment, so that it can't be saved. */
  readonly onProblem: (hasProblem: boolean) => void
}) {
  const [written, setWritten] = useState<Written>()
  const { isCopied, copy } = useCopy()
  // What is written stays as it is until it is saved or discarded; then the text is that of the document again.
  const isStale = written !== undefined && editing.changes.length === 0 && !('problem' in parseDocument(written.text))
  if (isStale && !isSameDocument(written.text, editing.shown)) setWritten(undefined)
  const text = written?.text ?? formatDocument(editing.shown)
  const parsed = parseDocument(text)
  const problem = 'problem' in parsed ? parsed : undefined

  const write = (next: string): void => {
    const from = written?.from ?? saved
    setWritten({ text: next, from })
    const result = parseDocument(next)
    onProblem('problem' in result)
    if ('value' in result) editing.rewrite(from, result.value)
  }
  const place = problem && placeIn(text, problem.at)
  return (
    <div className="grid gap-2 p-3">
      <TextArea
        label={dataTexts.documentAsJson}
        name="json"
        value={text}
        onChange={write}
        isMonospaced
        isReadOnly={!mayEdit}
        rows={Math.min(28, Math.max(10, text.split('\n').length + 1))}
        description={dataTexts.jsonHelp}
        {...(problem && place && { error: valueTexts.jsonAt(place.line, place.column, problem.problem) })}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onPress={() => copy(text)}>
          {isCopied ? dataTexts.copied : dataTexts.copyJson}
        </Button>
        {problem !== undefined && (
          <Button
            size="small"
            onPress={() => {
              onProblem(false)
              setWritten(undefined)
            }}
          >
            {dataTexts.discardText}
          </Button>
        )}
      </div>
    </div>
  )
}

function isSameDocument(text: string, fields: TypedFields): boolean {
  const parsed = parseDocument(text)
  return 'value' in parsed && formatDocument(parsed.value) === formatDocument(fields)
}
