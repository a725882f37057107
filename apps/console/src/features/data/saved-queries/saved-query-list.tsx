import { Link } from '@tanstack/react-router'
import { ListX, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  deleteSavedQuery,
  type SavedQuery,
  unlistSavedQuery,
  useSavedQueries,
  saveQuery,
} from '../queries/saved-queries.ts'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { encodePath } from '../../../documents/data-path.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { savedTexts as texts } from '../../../texts/en/data-saved.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import type { CollectionQuery } from '../filters/collection-query.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { formatCondition, formatOrdering } from '../../../documents/condition.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'

/** One's own queries and those shared with one: open, share, delete; and the form that saves the one on the screen. */
export function SavedQueryList({
  uid,
  collection,
  query,
  onClose,
  onShare,
}: {
  readonly uid: string
  readonly collection: string
  readonly query: CollectionQuery
  readonly onClose: () => void
  readonly onShare: (saved: SavedQuery) => void
}) {
  const project = useProject()
  const { app } = useConsoleApp()
  const { live, queries } = useSavedQueries(project.id, uid)
  const [problem, setProblem] = useState<string>()
  const remove = ({ id, name }: SavedQuery): void => {
    setProblem(undefined)
    deleteSavedQuery(app, project.id, id).then(
      () => toast(texts.deleted(name)),
      (thrown: unknown) => setProblem(texts.couldNotDelete(messageOf(thrown))),
    )
  }
  const unlist = ({ id, name }: SavedQuery): void => {
    setProblem(undefined)
    unlistSavedQuery(app, project.id, id, uid).then(
      () => toast(texts.unlisted(name)),
      (thrown: unknown) => setProblem(texts.couldNotUnlist(messageOf(thrown))),
    )
  }
  return (
    <div className="grid gap-3">
      {queries === undefined ? (
        live.status === 'failed' || live.status === 'denied' ? (
          <Notice tone="danger">{texts.failed}</Notice>
        ) : (
          <Skeleton rows={2} />
        )
      ) : queries.length === 0 ? (
        <p className="text-table text-ink-2">{texts.none}</p>
      ) : (
        <ul aria-label={texts.title} className="-mx-1 grid max-h-72 grid-cols-1 overflow-auto">
          {queries.map((saved) => {
            const isOwn = saved.createdBy === uid
            return (
              <li key={saved.id} className="flex items-center gap-1 rounded px-1 hover:bg-ground-2">
                <Link
                  to="/projects/$project/data/$"
                  params={{ project: project.id, _splat: encodePath(saved.collection) }}
                  search={({ view, columns }) => ({
                    ...databaseSearch(saved.database),
                    view,
                    columns,
                    where: saved.filters.length === 0 ? undefined : saved.filters,
                    order: saved.orderBy.length === 0 ? undefined : saved.orderBy,
                    limit: saved.limit,
                  })}
                  onClick={onClose}
                  className="min-w-0 flex-1 py-1.5"
                >
                  <bdi className="block truncate text-table text-ink-1">{saved.name}</bdi>
                  <span className="block truncate text-small text-ink-2">
                    <bdi className="font-mono">{saved.collection}</bdi>
                    {saved.database !== defaultDatabase && ` · ${saved.database}`}
                    {!isOwn && ` · ${texts.by}`}
                    {isOwn && saved.sharedWith.length > 0 && ` · ${texts.sharedWith(saved.sharedWith.length)}`}
                  </span>
                </Link>
                {!isOwn && (
                  <IconButton size="small" label={texts.unlist(saved.name)} onPress={() => unlist(saved)}>
                    <ListX />
                  </IconButton>
                )}
                {isOwn && (
                  <>
                    <IconButton size="small" label={texts.share(saved.name)} onPress={() => onShare(saved)}>
                      <Share2 />
                    </IconButton>
                    <IconButton size="small" label={texts.delete(saved.name)} onPress={() => remove(saved)}>
                      <Trash2 />
                    </IconButton>
                  </>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {problem !== undefined && (
        <Notice tone="danger" isAnnounced>
          {problem}
        </Notice>
      )}
      <SaveQueryForm uid={uid} collection={collection} query={query} />
    </div>
  )
}

/** Gives the query on the screen a name. */
function SaveQueryForm({
  uid,
  collection,
  query,
}: {
  readonly uid: string
  readonly collection: string
  readonly query: CollectionQuery
}) {
  const { project, id: database } = useDatabase()
  const { app } = useConsoleApp()
  const form = useForm({
    initial: { name: '' },
    validators: { name: (text) => (text.trim() === '' || text.trim().length > 80 ? texts.badName : undefined) },
    async submit({ name: typed }) {
      const name = typed.trim()
      const filters = query.conditions.map(formatCondition)
      const orderBy = query.orderings.map(formatOrdering)
      try {
        await saveQuery(app, project.id, uid, { name, database, collection, filters, orderBy, limit: query.limit })
        form.setValue('name', '')
        toast(texts.saved(name))
      } catch (thrown) {
        form.reject('name', texts.couldNotSave(messageOf(thrown)))
      }
    },
  })
  return (
    <form {...form.formProps} className="grid gap-2 border-t border-line pt-3">
      <TextField {...form.field('name')} label={texts.name} autoComplete="off" />
      <Button type="submit" variant="primary" isWide isPending={form.isSubmitting}>
        {texts.save}
      </Button>
    </form>
  )
}
