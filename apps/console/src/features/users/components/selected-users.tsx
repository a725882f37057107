import { useRef, useState } from 'react'
import { reactionTo, type Reaction } from '../../../errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/toast.ts'
import { findAllUsers } from '../queries/find-users.ts'
import { changeMany, deleteMany, type BulkOutcome } from '../queries/change-many.ts'
import type { Selection } from '../../../ui/use-selection.ts'
import type { UserQuery } from '../user-query.ts'
import { DeleteUsersDialog } from './delete-users-dialog.tsx'

export interface SelectedUsersProps {
  readonly query: UserQuery
  /** How many fit the query, on all pages. */
  readonly count: number
  readonly selection: Selection
  /** Something was changed. */
  readonly onDone: () => void
}

/** What is done with several users at once, with how far it has come and a way to stop. */
export function SelectedUsers({ query, count, selection, onDone }: SelectedUsersProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [asking, setAsking] = useState<'disable' | 'delete'>()
  const [done, setDone] = useState<number>()
  const [failed, setFailed] = useState(0)
  const [failing, setFailing] = useState<Reaction>()
  const stop = useRef<AbortController>(undefined)
  const uids = [...selection.keys]

  const work = async (
    act: (
      uids: readonly string[],
      options: { signal: AbortSignal; onDone: (done: number) => void },
    ) => Promise<BulkOutcome>,
    said: (count: number) => string,
  ) => {
    const controller = new AbortController()
    stop.current = controller
    setFailing(undefined)
    setFailed(0)
    setDone(0)
    try {
      const outcome = await act(uids, { signal: controller.signal, onDone: setDone })
      setFailed(outcome.failed)
      toast(outcome.isStopped ? usersTexts.stopped(outcome.done, uids.length) : said(outcome.done))
      if (outcome.failed === 0 && !outcome.isStopped) selection.clear()
    } catch (thrown) {
      const reaction = reactionTo(thrown)
      // Asked about by `recent`, which then begins again.
      if (reaction.kind === 're-authenticate') throw thrown
      setFailing(reaction)
    } finally {
      setDone(undefined)
      onDone()
    }
  }
  const workSignedIn = (...given: Parameters<typeof work>) => {
    recent.run(() => work(...given)).catch((thrown: unknown) => setFailing(reactionTo(thrown)))
  }
  const selectFitting = async () => {
    setFailing(undefined)
    try {
      for await (const { users } of findAllUsers(project, query)) selection.add(users.map(({ localId }) => localId))
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    }
  }

  return (
    <section
      aria-label={usersTexts.selected(uids.length)}
      className="grid gap-2 rounded-large border border-line bg-ground-1 px-4 py-2"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-2 text-table">
        <span role="status" className="font-medium tabular-nums">
          {done === undefined ? usersTexts.selected(uids.length) : usersTexts.working(done, uids.length)}
        </span>
        {done === undefined ? (
          <>
            {count > uids.length && (
              <Button size="small" variant="quiet" onPress={() => void selectFitting()}>
                {usersTexts.selectFitting(formatNumber(count))}
              </Button>
            )}
            <Button size="small" variant="quiet" onPress={selection.clear}>
              {usersTexts.clearSelection}
            </Button>
            <span className="ml-auto flex flex-wrap gap-2">
              <Button
                size="small"
                onPress={() =>
                  workSignedIn(
                    (given, options) => changeMany(project, given, { disableUser: false }, options),
                    usersTexts.enabledMany,
                  )
                }
              >
                {usersTexts.enable}
              </Button>
              <Button size="small" onPress={() => setAsking('disable')}>
                {usersTexts.disable}
              </Button>
              <Button size="small" variant="danger" onPress={() => setAsking('delete')}>
                {usersTexts.delete}
              </Button>
            </span>
          </>
        ) : (
          <Button size="small" onPress={() => stop.current?.abort()}>
            {usersTexts.stop}
          </Button>
        )}
      </div>
      {done !== undefined && (
        <Progress label={usersTexts.working(done, uids.length)} value={done / Math.max(1, uids.length)} />
      )}
      {failed > 0 && (
        <Notice tone="attention" isAnnounced>
          {usersTexts.someFailed(failed)}
        </Notice>
      )}
      <FailureNotice failing={failing} />
      {asking === 'disable' && (
        <ConfirmDialog
          title={usersTexts.disableTitle(uids.length)}
          confirm={usersTexts.disableMany(uids.length)}
          onClose={() => setAsking(undefined)}
          onConfirm={async () => {
            void work(
              (given, options) => changeMany(project, given, { disableUser: true }, options),
              usersTexts.disabledMany,
            )
            return true
          }}
        >
          {usersTexts.disableText}
        </ConfirmDialog>
      )}
      {asking === 'delete' && (
        <DeleteUsersDialog
          count={uids.length}
          onClose={() => setAsking(undefined)}
          onConfirmed={() =>
            workSignedIn((given, options) => deleteMany(project, given, options), usersTexts.deletedMany)
          }
        />
      )}
      {recent.dialog}
    </section>
  )
}
