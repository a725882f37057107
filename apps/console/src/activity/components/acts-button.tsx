import { Bell } from 'lucide-react'
import { useState } from 'react'
import { keepOfProject, readOfProject } from '../../session/kept-of-projects.ts'
import { useSignedIn } from '../../session/session-context.tsx'
import { activityTexts as texts } from '../../texts/en/activity.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { foldActs } from '../fold-acts.ts'
import { useActsOfOthers } from '../use-acts.ts'
import { ActList } from './act-list.tsx'

const shownMax = 20

/** What others changed in the project lately, with how much of it is new; nothing that a toast said is lost. */
export function ActsButton({ project }: { readonly project: string }) {
  const ownUid = useSignedIn()?.account.uid
  const { status, acts, isCut, isHidden } = useActsOfOthers(project)
  const [seenUntil, setSeenUntil] = useState(() => seenUntilOf(project))
  const latest = acts?.[0]?.at ?? 0
  const fresh = foldActs(acts?.filter(({ at = 0 }) => at > seenUntil) ?? []).length
  const see = (): void => {
    if (latest <= seenUntil) return
    setSeenUntil(latest)
    keepOfProject(project, 'acts-seen', String(latest))
  }
  return (
    <PopoverButton
      label={texts.title}
      trigger={(props) => (
        <IconButton
          {...props}
          label={fresh === 0 ? texts.open : texts.openNew(fresh)}
          onPress={() => {
            see()
            props.onPress()
          }}
        >
          <span className="relative">
            <Bell />
            {fresh > 0 && <span aria-hidden="true" className="absolute -top-1 -right-1 size-2 rounded-full bg-ember" />}
          </span>
        </IconButton>
      )}
    >
      {() => (
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
      )}
    </PopoverButton>
  )
}

/** Where nothing was shown yet, what comes from now on is new. */
function seenUntilOf(project: string): number {
  const kept = Number(readOfProject(project, 'acts-seen'))
  if (kept > 0) return kept
  const now = Date.now()
  keepOfProject(project, 'acts-seen', String(now))
  return now
}
