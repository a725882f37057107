import { FolderTree, Upload } from 'lucide-react'
import { useDatabase } from '../../../shared/databases/use-database.ts'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** A database without documents: what they are for, and how an app writes the first one. */
export function FirstDocument({
  isAlone,
  onImport,
}: {
  /** Nothing else is open: it has the whole page. */
  readonly isAlone: boolean
  /** undefined where nothing may be written. */
  readonly onImport: (() => void) | undefined
}) {
  const { id } = useDatabase()
  return (
    <div {...(isAlone && { 'data-alone': true })} className="pb-6">
      <EmptyState
        icon={<FolderTree />}
        title={dataTexts.noCollections}
        {...(onImport !== undefined && {
          action: (
            <Button icon={<Upload />} onPress={onImport}>
              {exchangeTexts.importFile}
            </Button>
          ),
        })}
      >
        {dataTexts.noCollectionsHelp}
      </EmptyState>
      {isAlone && (
        <div className="mx-auto grid w-full max-w-2xl gap-2 px-4">
          <p className="text-table text-ink-2">{dataTexts.firstWrite}</p>
          <div className="overflow-hidden rounded border border-line">
            <CodeBlock label={dataTexts.firstWrite} code={snippetOf(id)} isNarrow />
          </div>
        </div>
      )}
    </div>
  )
}

function snippetOf(database: string): string {
  const name = database === defaultDatabase ? '' : `, '${database}'`
  return `import { addDoc, collection, getFirestore, serverTimestamp } from 'firebase/firestore'

const notes = collection(getFirestore(app${name}), 'notes')
await addDoc(notes, { text: 'Hello', at: serverTimestamp() })
`
}
