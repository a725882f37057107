import { Bell } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { getServerTime } from '../../../backend/api/server-time.ts'
import { keepOfProject, readOfProject } from '../../../browser/kept-of-projects.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { activityTexts as texts } from '../../../texts/en/activity.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { foldActs } from '../../../shared/activity/fold-acts.ts'
import { useActsOfOthers } from '../../../shared/activity/use-acts.ts'
import { ActList } from '../../../shared/activity/components/act-list.tsx'

const shownMax = 20

/** What others changed in the project lately, with how much of it is new; nothing that a toast said is lost. */
export function ActsButton({ project }: { readonly project: string }) {
  const { acts } = useActsOfOthers(project)
  const [seenUntil, setSeenUntil] = useState(() => Number(readOfProject(project, 'acts-seen')))
  const latest = acts?.[0]?.at ?? 0
  const isFirst = !(seenUntil > 0)
  const fresh = isFirst ? 0 : foldActs(acts?.filter(({ at = 0 }) => at > seenUntil) ?? []).length
  const seeUntil = useCallback(
    (time: number): void => {
      setSeenUntil(time)
      keepOfProject(project, 'acts-seen', String(time))
    },
    [project],
  )
  useEffect(() => {
    if (!isFirst) return
    let isCurrent = true
    // Where nothing was shown yet, what comes from now on is new, by the clock that dates it. Without an answer the next page asks.
    getServerTime().then(
      (now) => isCurrent && seeUntil(now),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [isFirst, seeUntil])
  return (
    <PopoverButton
      label={texts.title}
      trigger={(props) => (
        <IconButton
          {...props}
          label={fresh === 0 ? texts.open : texts.openNew(fresh)}
          onPress={() => {
            if (latest > seenUntil || isFirst) seeUntil(latest)
            props.onPress()
          }}
        >
          <span className="relative">
            <Bell />
            {fresh > 0 && <span aria-hidden="true" className="absolute -top-1 -right-1 size-2 rounded-full bg-sky" />}
          </span>
        </IconButton>
      )}
    >
      {() => <ActsOfOthers project={project} />}
    </PopoverButton>
  )
}

/** The list itself, which looks further back than what is counted on each page. */
function ActsOfOthers({ project }: { readonly project: string }) {
  const ownUid = useSignedIn()?.account.uid
  const { status, acts, isCut, isHidden } = useActsOfOthers(project, true)
  return (
    <div
      role="region"
      aria-label={texts.title}
      tabIndex={0}
      className="-mx-3 max-h-96 overflow-y-auto outline-offset-[-2px]"
    >
      <h2 className="px-4 pb-1 text-table font-medium">{texts.title}</h2>
      {acts === undefined ? (
        status === 'loading' ? (
          <Skeleton rows={3} />
        ) : (
          <p className="px-4 text-table text-ink-2">{texts.failed}</p>
        )
      ) : acts.length === 0 ? (
        <p className="px-4 text-table text-ink-2">{isCut ? texts.noneLately : texts.none}</p>
      ) : (
        <ActList acts={acts} ownUid={ownUid} max={shownMax} />
      )}
      {isHidden && <p className="px-4 pt-1 text-table text-ink-2">{texts.hiddenByOwn}</p>}
    </div>
  )
}
