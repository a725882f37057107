import { Link, useNavigate } from '@tanstack/react-router'
import { Lock, LockOpen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { databaseSearch } from '../database-search.ts'
import {
  type ListedDatabase,
  setDeleteProtection,
  createDatabase,
  deleteDatabase,
  shownDatabases,
} from '../list-databases.ts'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { useDatabase, type Databases } from '../use-databases.ts'
import { messageOf, type Reaction, reactionTo } from '../../../backend/errors/reaction.ts'
import { databasesTexts as texts, databasesTexts } from '../../../texts/en/databases.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast, toastProblem } from '../../../ui/toast.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { TypedConfirmDialog } from '../../../ui/confirm-dialog.tsx'

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
      toastProblem(messageOf(thrown))
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

/** A new database, empty. It says when apps make one by themselves, and to whom a new one is open. */
function CreateDatabaseForm({
  suggested,
  onCreated,
}: {
  /** An id to begin with. */
  readonly suggested: string
  readonly onCreated: (id: string) => void
}) {
  const project = useProject()
  const { settings } = useConsoleApp()
  const [failing, setFailing] = useState<Reaction>()
  const form = useForm({
    initial: { id: suggested },
    validators: { id: (id) => databaseIdProblem(id.trim()) },
    async submit({ id: typed }) {
      const id = typed.trim()
      setFailing(undefined)
      try {
        await createDatabase(project, id)
        toast(texts.created(id))
        onCreated(id)
      } catch (thrown) {
        const reaction = reactionTo(thrown)
        if (reaction.kind !== 'quiet' && reaction.details.code === 'already-exists') form.reject('id', texts.taken)
        else setFailing(reaction)
      }
    },
  })
  return (
    <form {...form.formProps} aria-label={texts.create} className="grid gap-3 border-t border-line pt-4">
      <TextField
        {...form.field('id')}
        label={texts.newId}
        description={settings.mode === 'dev' ? texts.newHelpInDev : texts.newHelp}
        isMonospaced
        autoComplete="off"
      />
      <FailureNotice failing={failing} />
      <div>
        <Button type="submit" isPending={form.isSubmitting}>
          {texts.create}
        </Button>
      </div>
    </form>
  )
}

/** Asks for the name, and for a recent sign-in, before a database goes with all of its documents. */
function DeleteDatabaseDialog({
  id,
  onClose,
  onDeleted,
}: {
  readonly id: string
  readonly onClose: () => void
  readonly onDeleted: () => void
}) {
  const project = useProject()
  const signIn = useRecentSignIn(project)
  return (
    <>
      <TypedConfirmDialog
        title={texts.deleteTitle(id)}
        confirm={texts.delete(id)}
        wanted={id}
        label={texts.typeId(id)}
        wrong={texts.wrongId(id)}
        onConfirm={async () => {
          const isDone = await signIn.run(async () => await deleteDatabase(project, id), { act: texts.delete(id) })
          if (!isDone) return
          toast(texts.deleted(id))
          onDeleted()
        }}
        onClose={onClose}
      >
        {texts.deleteText}
      </TypedConfirmDialog>
      {signIn.dialog}
    </>
  )
}

const idForm = /^[a-z][a-z0-9-]{2,61}[a-z0-9]$/
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Why no new database can be called so, or nothing. The server's rule. */
function databaseIdProblem(id: string): string | undefined {
  return idForm.test(id) && !uuidForm.test(id) ? undefined : databasesTexts.badId
}
