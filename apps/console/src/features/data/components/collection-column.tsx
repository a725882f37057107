import { Plus } from 'lucide-react'
import { useCallback } from 'react'
import { useDatabase } from '../../../databases/use-database.ts'
import { reactionTo } from '../../../errors/reaction.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAsked } from '../../../ui/use-asked.ts'
import { findCollections } from '../queries/kept-collections.ts'
import { Column } from './column.tsx'
import { FirstDocument } from './first-document.tsx'
import { PathList } from './path-list.tsx'

/** The collections below a document, or of the root. */
export function CollectionColumn({
  title,
  parent,
  open,
  onAdd,
  onImport,
}: {
  readonly title: string
  readonly parent: string
  readonly open: string | undefined
  readonly onAdd?: () => void
  readonly onImport?: () => void
}) {
  const database = useDatabase()
  const ask = useCallback(() => findCollections(database, parent), [database, parent])
  const { asked, askAgain } = useAsked(ask)
  const ids = asked.answer
  const prefix = parent === '' ? '' : `${parent}/`
  return (
    <Column
      title={title}
      isOuter={open !== undefined}
      actions={
        onAdd !== undefined &&
        database.project.mayWrite && (
          <IconButton
            size="small"
            label={parent === '' ? dataTexts.addCollection : dataTexts.addSubcollection}
            onPress={onAdd}
          >
            <Plus />
          </IconButton>
        )
      }
    >
      {ids === undefined ? (
        asked.status === 'failed' ? (
          <CollectionsFailed error={asked.error} onRetry={askAgain} />
        ) : (
          <Skeleton rows={4} />
        )
      ) : ids.length === 0 ? (
        parent === '' ? (
          <FirstDocument isAlone={open === undefined} onImport={database.project.mayWrite ? onImport : undefined} />
        ) : (
          <p className="p-3 text-table text-ink-2">{dataTexts.noSubcollections}</p>
        )
      ) : (
        <PathList label={title} entries={ids.map((id) => ({ id, path: prefix + id }))} openPath={open} />
      )}
    </Column>
  )
}

function CollectionsFailed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const reaction = reactionTo(error)
  const details = reaction.kind === 'quiet' ? {} : { details: reaction.details, children: reaction.message }
  return <ErrorState title={dataTexts.failedCollections} onRetry={onRetry} {...details} />
}
