import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Button } from '../../../ui/button.tsx'
import { useCopy } from '../../../ui/copyable.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import type { Editing } from '../draft/use-draft.ts'
import { parseDocument, placeIn } from '../../../documents/values/document-json.ts'

/** The whole document as the editor's JSON. What is written becomes changes at once, as long as it is a document. */
export function JsonEditor({ editing, mayEdit }: { readonly editing: Editing; readonly mayEdit: boolean }) {
  const { isCopied, copy } = useCopy()
  const { text } = editing
  const parsed = parseDocument(text)
  const problem = 'problem' in parsed ? parsed : undefined
  const place = problem && placeIn(text, problem.at)
  return (
    <div className="grid gap-2 p-3">
      <TextArea
        label={dataTexts.documentAsJson}
        name="json"
        value={text}
        onChange={editing.write}
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
          <Button size="small" onPress={editing.discardText}>
            {dataTexts.discardText}
          </Button>
        )}
      </div>
    </div>
  )
}
