import { Plus, FolderTree, Table2, Upload } from 'lucide-react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { SampleDataButton } from '../../../shared/sample-data-button.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useCollections } from '../queries/data-queries.ts'
import { Column } from './column.tsx'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from '@tanstack/react-router'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { classNames } from '../../../ui/class-names.ts'
import { encodePath } from '../../../documents/data-path.ts'

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
      plane="page"
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
            <PathList
              label={title}
              entries={ids.map((id) => ({ id, path: prefix + id }))}
              openPath={open}
              isNavigation
            />
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

/** A database without documents: what they are for, and how an app writes the first one. */
function FirstDocument({
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
            <span className="flex flex-wrap justify-center gap-2">
              <Button icon={<Upload />} onPress={onImport}>
                {exchangeTexts.importFile}
              </Button>
              {isAlone && id === defaultDatabase && <SampleDataButton />}
            </span>
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

/** Ids as links to where they lead; the open one is marked. */
export function PathList({
  label,
  entries,
  openPath,
  isNavigation = false,
}: {
  readonly label: string
  readonly entries: readonly { readonly id: string; readonly path: string; readonly isMissing?: boolean }[]
  readonly openPath: string | undefined
  /** Collections, as the way to them. */
  readonly isNavigation?: boolean
}) {
  const { project, id: database } = useDatabase()
  return (
    <ul aria-label={label} className={isNavigation ? 'grid gap-px p-2 text-table' : 'font-mono text-code'}>
      {entries.map(({ id, path, isMissing }) => (
        <li key={path}>
          <Link
            to="/projects/$project/data/$"
            params={{ project: project.id, _splat: encodePath(path) }}
            search={databaseSearch(database)}
            aria-current={path === openPath ? 'true' : undefined}
            className={classNames(
              'flex items-center gap-2 truncate',
              isNavigation
                ? 'h-7.5 rounded px-2 touch:h-11'
                : 'h-(--row) border-b border-line px-3 text-ink-1 touch:h-11',
              path !== openPath && 'hover:bg-hover',
              path === openPath
                ? isNavigation
                  ? 'bg-ground-3 font-medium text-ink-1'
                  : 'bg-sky-wash'
                : isNavigation && 'text-ink-2 hover:text-ink-1',
              isMissing === true && 'text-ink-3 italic',
            )}
          >
            {isNavigation && <Table2 className="size-3.5 shrink-0 text-ink-3" aria-hidden="true" />}
            <bdi className="truncate">{id}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}
