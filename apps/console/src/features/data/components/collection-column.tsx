import { Plus } from 'lucide-react'
import { useDatabase } from '../../../shared/databases/use-database.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useCollections } from '../queries/data-queries.ts'
import { Column } from './column.tsx'
import { FirstDocument } from './first-document.tsx'
import { PathList } from './path-list.tsx'

/** The collections below a document, or of the root. */
export function CollectionColumn({
  title,
  parent,
  open,
  isWaiting = false,
  onAdd,
  onImport,
}: {
  readonly title: string
  readonly parent: string
  readonly open: string | undefined
  /** What they stand below is not read yet. */
  readonly isWaiting?: boolean
  readonly onAdd?: () => void
  readonly onImport?: () => void
}) {
  const database = useDatabase()
  const collections = useCollections(parent)
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
      <QueryContent query={collections} failed={dataTexts.failedCollections} rows={4}>
        {(ids) =>
          ids.length > 0 ? (
            <PathList label={title} entries={ids.map((id) => ({ id, path: prefix + id }))} openPath={open} />
          ) : parent === '' ? (
            <FirstDocument isAlone={open === undefined} onImport={database.project.mayWrite ? onImport : undefined} />
          ) : isWaiting ? (
            <Skeleton rows={4} />
          ) : (
            <p className="p-3 text-table text-ink-2">{dataTexts.noSubcollections}</p>
          )
        }
      </QueryContent>
    </Column>
  )
}
