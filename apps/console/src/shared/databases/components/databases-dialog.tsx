import { Link, useNavigate } from '@tanstack/react-router'
import { Lock, LockOpen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { databaseSearch } from '../database-search.ts'
import { type ListedDatabase, setDeleteProtection } from '../list-databases.ts'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { shownDatabases } from '../shown-databases.ts'
import { useDatabase } from '../use-database.ts'
import type { Databases } from '../use-databases.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { databasesTexts as texts } from '../../../texts/en/databases.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { CreateDatabaseForm } from './create-database-form.tsx'
import { DeleteDatabaseDialog } from './delete-database-dialog.tsx'

/** The databases of the project: the way to each, and for owners a new one and the end of one. */
export function DatabasesDialog({
  databases: { listed, error, readAgain },
  suggested = '',
  onClose,
}: {
  readonly databases: Databases
  /** What a new one might be called. */
  readonly suggested?: string
  readonly onClose: () => void
}) {
  const { project, id: open } = useDatabase()
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState<string>()
  const isOwner = project.role === 'owner'
  const shown = shownDatabases(listed ?? [], open)
  const goTo = (database: string): void =>
    void navigate({
      to: '/projects/$project/data/$',
      params: { project: project.id, _splat: '' },
      search: databaseSearch(database),
    })
  const protect = async ({ id, isDeleteProtected }: ListedDatabase): Promise<void> => {
    try {
      await setDeleteProtection(project, id, !isDeleteProtected)
      readAgain()
    } catch (thrown) {
      toast(messageOf(thrown))
    }
  }
  if (deleting !== undefined) {
    return (
      <DeleteDatabaseDialog
        id={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => {
          setDeleting(undefined)
          if (deleting !== open) return readAgain()
          onClose()
          goTo(defaultDatabase)
        }}
      />
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={texts.title} width="medium">
      <div className="grid gap-4 pt-1">
        {listed === undefined ? (
          error === undefined ? (
            <Skeleton rows={2} />
          ) : (
            <Notice
              tone="danger"
              action={
                <Button size="small" onPress={readAgain}>
                  {uiTexts.tryAgain}
                </Button>
              }
            >
              {texts.failed} {messageOf(error)}
            </Notice>
          )
        ) : (
          <ul aria-label={texts.title} className="rounded border border-line">
            {shown.map((database) => (
              <li
                key={database.id}
                className="flex min-h-(--row) flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 last:border-b-0"
              >
                <span className="min-w-0 flex-1 basis-40 font-mono text-code break-all">
                  <Link
                    to="/projects/$project/data/$"
                    params={{ project: project.id, _splat: '' }}
                    search={databaseSearch(database.id)}
                    onClick={onClose}
                    className="rounded-small font-medium underline decoration-line-control underline-offset-2 hover:decoration-ink-1"
                  >
                    <bdi>{database.id}</bdi>
                  </Link>
                </span>
                <DatabaseFacts database={database} />
                {isOwner && database.id !== defaultDatabase && (
                  <>
                    <IconButton
                      size="small"
                      label={(database.isDeleteProtected ? texts.unprotect : texts.protect)(database.id)}
                      onPress={() => void protect(database)}
                    >
                      {database.isDeleteProtected ? <LockOpen /> : <Lock />}
                    </IconButton>
                    <IconButton
                      size="small"
                      label={texts.delete(database.id)}
                      isDisabled={database.isDeleteProtected}
                      onPress={() => setDeleting(database.id)}
                    >
                      <Trash2 />
                    </IconButton>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        {listed !== undefined && listed.length > shown.length && (
          <p className="text-table text-ink-2">{texts.more(listed.length - shown.length)}</p>
        )}
        <p className="text-table text-ink-2">{texts.help}</p>
        {isOwner ? (
          <CreateDatabaseForm
            suggested={suggested}
            onCreated={(id) => {
              onClose()
              goTo(id)
            }}
          />
        ) : (
          <p className="text-table text-ink-2">{texts.ownersOnly}</p>
        )}
      </div>
      <DialogActions>
        <Button onPress={onClose}>{uiTexts.close}</Button>
      </DialogActions>
    </Dialog>
  )
}

function DatabaseFacts({ database: { createdAt, isDeleteProtected } }: { readonly database: ListedDatabase }) {
  return (
    <>
      {isDeleteProtected && <Badge>{texts.protected}</Badge>}
      {createdAt !== undefined && (
        <span className="text-small text-ink-2">
          {texts.madeAt} <Moment at={createdAt} />
        </span>
      )}
    </>
  )
}
