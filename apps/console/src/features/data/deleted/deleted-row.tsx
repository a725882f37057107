import { Link } from '@tanstack/react-router'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { useDatabase } from '../../../shared/databases/use-database.ts'
import { encodePath } from '../../../documents/data-path.ts'
import { historyTexts as texts } from '../../../texts/en/data-history.ts'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { RowCheckbox } from '../../../ui/row-checkbox.tsx'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { AuthorName } from '../history/author-name.tsx'
import type { DeletedDocument } from './list-deleted.ts'

export interface DeletedRowProps {
  readonly document: DeletedDocument
  /** The one that is listed: its documents go by their ids. */
  readonly collection: string | undefined
  readonly isRestoring: boolean
  readonly isSelected: boolean
  /** Undefined for who may not restore. */
  readonly onToggle: (() => void) | undefined
  readonly nameOfMember: (uid: string) => string | undefined
  /** Undefined for who may not. */
  readonly onRestore: (() => void) | undefined
}

/** A deleted document; its name leads to its history, which shows what it held. */
export function DeletedRow(props: DeletedRowProps) {
  const { document, collection, isRestoring, isSelected, onToggle, nameOfMember, onRestore } = props
  const { project, id } = useDatabase()
  const { path, version, author, lastVersion } = document
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
      {onToggle !== undefined && (
        <span className="-mx-2 grid size-8 shrink-0 place-items-center touch:size-10">
          {lastVersion !== null && (
            <RowCheckbox label={texts.selectDocument(path)} isSelected={isSelected} onToggle={onToggle} />
          )}
        </span>
      )}
      <div className="min-w-0 flex-1 basis-56">
        <Link
          to="/projects/$project/data/$"
          params={{ project: project.id, _splat: encodePath(path) }}
          search={{ ...databaseSearch(id), tab: 'history', ...(lastVersion !== null && { version: lastVersion }) }}
          className="inline-block max-w-full py-1 font-mono text-code break-all text-ink-1 underline underline-offset-2"
        >
          <bdi>{visibleDirections(collection === undefined ? path : path.slice(collection.length + 1))}</bdi>
        </Link>
        <p className="text-small break-words text-ink-2">
          {texts.deleted} <Moment at={Date.parse(version)} /> ·{' '}
          <AuthorName author={author} nameOfMember={nameOfMember} />
        </p>
      </div>
      {lastVersion === null ? (
        <span className="text-small text-ink-2">{texts.notKept}</span>
      ) : (
        onRestore !== undefined && (
          <Button size="small" aria-label={texts.restoreDocument(path)} isPending={isRestoring} onPress={onRestore}>
            {texts.restore}
          </Button>
        )
      )}
    </li>
  )
}
