import { Link } from '@tanstack/react-router'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { useDatabase } from '../../../shared/databases/use-database.ts'
import { classNames } from '../../../ui/class-names.ts'
import { encodePath } from '../../../documents/data-path.ts'

/** Ids as links to where they lead; the open one is marked. */
export function PathList({
  label,
  entries,
  openPath,
}: {
  readonly label: string
  readonly entries: readonly { readonly id: string; readonly path: string; readonly isMissing?: boolean }[]
  readonly openPath: string | undefined
}) {
  const { project, id: database } = useDatabase()
  return (
    <ul aria-label={label} className="font-mono text-code">
      {entries.map(({ id, path, isMissing }) => (
        <li key={path}>
          <Link
            to="/projects/$project/data/$"
            params={{ project: project.id, _splat: encodePath(path) }}
            search={databaseSearch(database)}
            aria-current={path === openPath ? 'true' : undefined}
            className={classNames(
              'flex h-(--row) items-center truncate border-b border-line px-3 text-ink-1 hover:bg-ground-2',
              path === openPath && 'bg-ember-wash hover:bg-ember-wash',
              isMissing === true && 'text-ink-3 italic',
            )}
          >
            <bdi className="truncate">{id}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}
