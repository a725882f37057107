import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../errors/reaction.ts'
import { startJob } from '../../../jobs/start-job.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { formatNumber } from '../../../ui/format.ts'
import type { Selection } from '../../../ui/use-selection.ts'
import { changeUsersJob, needsRecentSignIn, type UsersAct } from '../jobs/change-users-job.ts'
import { findAllUsers } from '../queries/find-users.ts'
import type { UserQuery } from '../user-query.ts'
import { DeleteUsersDialog } from './delete-users-dialog.tsx'
import { ExportMenu } from './export-menu.tsx'

export interface SelectedUsersProps {
  readonly query: UserQuery
  /** How many fit the query, on all pages. */
  readonly count: number
  readonly selection: Selection
}

/** What is done with several users at once, by jobs of this tab, which outlive the screen. */
export function SelectedUsers({ query, count, selection }: SelectedUsersProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [asking, setAsking] = useState<'disable' | 'sign-out' | 'delete'>()
  const [isSelecting, setSelecting] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const uids = [...selection.keys]
  const close = (): void => setAsking(undefined)

  const start = (act: UsersAct): void => {
    if (startJob(changeUsersJob(project, act, uids))) selection.clear()
  }
  const begin = (act: UsersAct): void => {
    setFailing(undefined)
    if (!needsRecentSignIn(act)) start(act)
    else
      recent
        .run(async () => start(act), { act: nameOf(act, uids.length) })
        .catch((thrown: unknown) => setFailing(reactionTo(thrown)))
  }
  const selectFitting = async () => {
    setFailing(undefined)
    setSelecting(true)
    try {
      const slices = findAllUsers(project, query, new AbortController().signal)
      for await (const { users } of slices) selection.add(users.map(({ localId }) => localId))
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    } finally {
      setSelecting(false)
    }
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
          <Button size="small" variant="quiet" isPending={isSelecting} onPress={() => void selectFitting()}>
            {usersTexts.selectFitting(formatNumber(count))}
          </Button>
        )}
        <Button size="small" variant="quiet" onPress={selection.clear}>
          {usersTexts.clearSelection}
        </Button>
        <span className="ml-auto flex flex-wrap gap-2">
          <ExportMenu users={{ kind: 'chosen', uids }} size="small" />
          <Button size="small" onPress={() => begin('enable')}>
            {usersTexts.enable}
          </Button>
          <Button size="small" onPress={() => setAsking('disable')}>
            {usersTexts.disable}
          </Button>
          <Button size="small" onPress={() => setAsking('sign-out')}>
            {usersTexts.signOut}
          </Button>
          <Button size="small" variant="danger" onPress={() => setAsking('delete')}>
            {usersTexts.delete}
          </Button>
        </span>
      </div>
      <FailureNotice failing={failing} />
      {(asking === 'disable' || asking === 'sign-out') && (
        <ConfirmDialog
          title={usersTexts.askMany[asking](uids.length)}
          confirm={usersTexts.confirmMany[asking](uids.length)}
          onClose={close}
          onConfirm={async () => {
            begin(asking)
            return true
          }}
        >
          {asking === 'disable' ? usersTexts.disableText : usersTexts.signOutText}
        </ConfirmDialog>
      )}
      {asking === 'delete' && (
        <DeleteUsersDialog count={uids.length} onClose={close} onConfirmed={() => begin('delete')} />
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
