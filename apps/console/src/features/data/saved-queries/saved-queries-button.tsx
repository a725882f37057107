import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { type SavedQuery, shareQuery, useSavedQueries } from '../queries/saved-queries.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { savedTexts as texts } from '../../../texts/en/data-saved.ts'
import { Button } from '../../../ui/button.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import type { CollectionQuery } from '../filters/collection-query.ts'
import { SavedQueryList } from './saved-query-list.tsx'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { useMembers } from '../../../shared/project-queries.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useFailure } from '../../../ui/query-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { visibleDirections } from '../../../texts/visible-directions.ts'

/** Opens the saved queries of the project. */
export function SavedQueriesButton({
  collection,
  query,
}: {
  readonly collection: string
  readonly query: CollectionQuery
}) {
  const uid = useSignedIn()?.account.uid
  const [sharing, setSharing] = useState<SavedQuery>()
  if (uid === undefined) return null
  return (
    <>
      <PopoverButton
        label={texts.title}
        trigger={(props) => (
          <Button {...props} size="small" variant="quiet" icon={<Bookmark />} aria-label={texts.title}>
            {texts.short}
          </Button>
        )}
      >
        {(close) => (
          <SavedQueryList
            uid={uid}
            collection={collection}
            query={query}
            onClose={close}
            onShare={(saved) => {
              close()
              setSharing(saved)
            }}
          />
        )}
      </PopoverButton>
      {sharing !== undefined && (
        <ShareQueryDialog uid={uid} id={sharing.id} name={sharing.name} onClose={() => setSharing(undefined)} />
      )}
    </>
  )
}

/** Who of the team finds a saved query among theirs; each press holds at once. */
function ShareQueryDialog({
  uid,
  id,
  name,
  onClose,
}: {
  /** One's own. */
  readonly uid: string
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}) {
  const project = useProject()
  const { app } = useConsoleApp()
  const [problem, setProblem] = useState<string>()
  const { queries } = useSavedQueries(project.id, uid)
  const members = useMembers()
  const failure = useFailure(members)
  const sharedWith = queries?.find((saved) => saved.id === id)?.sharedWith ?? []
  const others = members.data?.filter((member) => member.uid !== uid)
  const share = (other: string, isShared: boolean): void => {
    setProblem(undefined)
    shareQuery(app, project.id, id, { uid: other, isShared }).catch((thrown: unknown) =>
      setProblem(texts.couldNotShare(messageOf(thrown))),
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={texts.shareTitle(name)}>
      <p className="mb-3 text-table text-ink-2">{texts.shareHelp}</p>
      {others === undefined ? (
        failure === undefined ? (
          <Skeleton rows={3} />
        ) : (
          <Notice tone="danger">
            {texts.failedMembers} {messageOfRead(failure)}
          </Notice>
        )
      ) : others.length === 0 ? (
        <p className="text-table">{texts.noMembers}</p>
      ) : (
        <ul className="grid max-h-72 gap-1 overflow-auto">
          {others.map((member) => (
            <li key={member.uid}>
              <Checkbox
                isSelected={sharedWith.includes(member.uid)}
                onChange={(isShared) => share(member.uid, isShared)}
              >
                <bdi className="break-all">{visibleDirections(member.displayName ?? member.email ?? member.uid)}</bdi>
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && (
        <Notice tone="danger" isAnnounced>
          {problem}
        </Notice>
      )}
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          {texts.done}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
