import { Download } from 'lucide-react'
import { MenuButton, MenuItem } from '../../../ui/menu.tsx'
import { countOfUsers, exportUsersJob, type ManyUsers, sizeOfUsers } from '../jobs/export-users-job.ts'
import { useState, useEffect, useRef } from 'react'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { startJob } from '../../../shared/jobs/jobs.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog, TypedConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { formatNumber } from '../../../texts/format.ts'
import type { Selection } from '../../../ui/use-selection.ts'
import { changeUsersJob, needsRecentSignIn, type UsersAct } from '../jobs/change-users-job.ts'
import type { UserQuery } from '../../../shared/people/user-query.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { findAllUsers } from '../../../shared/people/find-users.ts'

export interface SelectedUsersProps {
  readonly query: UserQuery
  /** How many fit the query, on all pages. */
  readonly count: number
  readonly selection: Selection
}

/** What is asked about, and whom it takes: those who were selected when it was asked. */
interface Asking {
  readonly act: 'disable' | 'sign-out' | 'delete'
  readonly uids: readonly string[]
}

/** What is done with several users at once, by jobs of this tab, which outlive the screen. */
export function SelectedUsers({ query, count, selection }: SelectedUsersProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const fitting = useSelectFitting(project, query)
  const [asking, setAsking] = useState<Asking>()
  const [failing, setFailing] = useState<Reaction>()
  const uids = [...selection.keys]
  const close = (): void => setAsking(undefined)
  const ask = (act: Asking['act']): void => setAsking({ act, uids })

  const start = (act: UsersAct, chosen: readonly string[]): void => {
    if (startJob(changeUsersJob(project, act, chosen))) selection.clear()
  }
  const begin = (act: UsersAct, chosen: readonly string[]): void => {
    setFailing(undefined)
    if (!needsRecentSignIn(act)) start(act, chosen)
    else
      recent
        .run(async () => start(act, chosen), { act: nameOf(act, chosen.length) })
        .catch((thrown: unknown) => setFailing(reactionTo(thrown)))
  }
  const selectFitting = (): void => {
    setFailing(undefined)
    fitting.select(selection.add).catch((thrown: unknown) => setFailing(reactionTo(thrown)))
  }

  return (
    <section
      aria-label={usersTexts.selected(uids.length)}
      className="grid gap-2 rounded-large border border-line bg-ground-1 px-4 py-2"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-2 text-table">
        <span role="status" className="font-medium tabular-nums">
          {usersTexts.selected(uids.length)}
        </span>
        {count > uids.length && (
          <Button size="small" variant="quiet" isPending={fitting.isUnderWay} onPress={selectFitting}>
            {usersTexts.selectFitting(formatNumber(count))}
          </Button>
        )}
        <Button size="small" variant="quiet" onPress={selection.clear}>
          {usersTexts.clearSelection}
        </Button>
        <span className="ml-auto flex flex-wrap gap-2">
          <ExportMenu users={{ kind: 'chosen', uids }} size="small" />
          <Button size="small" onPress={() => begin('enable', uids)}>
            {usersTexts.enable}
          </Button>
          <Button size="small" onPress={() => ask('disable')}>
            {usersTexts.disable}
          </Button>
          <Button size="small" onPress={() => ask('sign-out')}>
            {usersTexts.signOut}
          </Button>
          <Button size="small" variant="danger" onPress={() => ask('delete')}>
            {usersTexts.delete}
          </Button>
        </span>
      </div>
      <FailureNotice failing={failing} />
      {asking !== undefined && asking.act !== 'delete' && (
        <ConfirmDialog
          title={usersTexts.askMany[asking.act](asking.uids.length)}
          confirm={usersTexts.confirmMany[asking.act](asking.uids.length)}
          onClose={close}
          onConfirm={async () => {
            begin(asking.act, asking.uids)
            return true
          }}
        >
          {asking.act === 'disable' ? usersTexts.disableManyText : usersTexts.signOutText}
        </ConfirmDialog>
      )}
      {asking?.act === 'delete' && (
        <DeleteUsersDialog
          count={asking.uids.length}
          onClose={close}
          onConfirmed={() => begin('delete', asking.uids)}
        />
      )}
      {recent.dialog}
    </section>
  )
}

/** As its button names it. */
function nameOf(act: UsersAct, count: number): string {
  if (act === 'delete') return usersTexts.deleteMany(count)
  return act === 'enable' ? usersTexts.enable : usersTexts.confirmMany[act](count)
}

interface DeleteUsersDialogProps {
  readonly count: number
  readonly onConfirmed: () => void
  readonly onClose: () => void
}

/** Asks for their number in figures before several users are deleted. */
function DeleteUsersDialog({ count, onConfirmed, onClose }: DeleteUsersDialogProps) {
  return (
    <TypedConfirmDialog
      title={usersTexts.deleteTitle(count)}
      confirm={usersTexts.deleteMany(count)}
      wanted={String(count)}
      label={usersTexts.deleteTyped(count)}
      wrong={usersTexts.deleteTypedWrong(count)}
      inputMode="numeric"
      onConfirm={() => {
        onClose()
        onConfirmed()
      }}
      onClose={onClose}
    >
      {usersTexts.deleteText}
    </TypedConfirmDialog>
  )
}

interface SelectFitting {
  /** Gives the uids of all who fit to `add`, all at once. Throws what no page was got by. */
  readonly select: (add: (uids: readonly string[]) => void) => Promise<void>
  readonly isUnderWay: boolean
}

/**
 * Selects all users that a query leaves in. Nothing is selected once the list shows others, or what asked is gone from the
 * screen: nobody would see whom it took.
 */
function useSelectFitting(project: ProjectSession, query: UserQuery): SelectFitting {
  const { q, provider, state, claim } = query
  const asking = useRef<AbortController>(undefined)
  const [isUnderWay, setUnderWay] = useState(false)
  // The order and the page leave the same users in.
  useEffect(
    () => () => {
      asking.current?.abort()
      setUnderWay(false)
    },
    [project, q, provider, state, claim],
  )

  const select = async (add: (uids: readonly string[]) => void): Promise<void> => {
    asking.current?.abort()
    const asked = new AbortController()
    asking.current = asked
    setUnderWay(true)
    try {
      const uids: string[] = []
      for await (const { users } of findAllUsers(project, query, asked.signal)) {
        if (asked.signal.aborted) return
        uids.push(...users.map(({ localId }) => localId))
      }
      add(uids)
    } catch (thrown) {
      if (!asked.signal.aborted) throw thrown
    } finally {
      if (!asked.signal.aborted) setUnderWay(false)
    }
  }
  return { select, isUnderWay }
}

interface ExportMenuProps {
  /** What the list shows, all pages of it, or those who were chosen. */
  readonly users: ManyUsers
  readonly size?: 'small'
}

/** Takes users away as a file. */
export function ExportMenu({ users, size }: ExportMenuProps) {
  const project = useProject()
  return (
    <MenuButton
      label={usersTexts.export}
      trigger={
        <Button icon={<Download />} isDisabled={countOfUsers(users) === 0} {...(size !== undefined && { size })}>
          {usersTexts.export}
        </Button>
      }
    >
      {exportItems(project, users)}
    </MenuButton>
  )
}

/** The kinds of files, for a menu; none where there is nobody to export. */
export function exportItems(project: ProjectSession, users: ManyUsers) {
  if (countOfUsers(users) === 0) return null
  const description = sizeOfUsers(users)
  return (['csv', 'json'] as const).map((kind) => (
    <MenuItem
      key={kind}
      id={kind}
      icon={<Download />}
      description={description}
      onAction={() => void startJob(exportUsersJob(project, users, kind))}
    >
      {kind === 'csv' ? usersTexts.exportCsv : usersTexts.exportJson}
    </MenuItem>
  ))
}
