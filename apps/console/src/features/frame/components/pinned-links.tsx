import { Link } from '@tanstack/react-router'
import { Pin, PinOff } from 'lucide-react'
import { usePins, useTogglePin } from '../pins.ts'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { frameTexts } from '../../../texts/en/frame.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

/** The rail has room for so many; the palette has them all. */
const shownMax = 8

/** The pages of a project that were pinned, as links under its areas. */
export function PinnedLinks({
  project,
  onLeave,
}: {
  readonly project: string
  readonly onLeave: (() => void) | undefined
}) {
  const pins = usePins(project)?.pins ?? []
  if (pins.length === 0) return null
  return (
    <>
      <h2 className="mt-4 mb-1 px-2.5 text-small text-ink-2">{frameTexts.pinned}</h2>
      <ul className="grid gap-0.5">
        {pins.slice(-shownMax).map(({ kept, pathname, database, title }) => (
          <li key={kept}>
            <Link
              to={pathname}
              search={databaseSearch(database)}
              activeOptions={{ exact: true }}
              {...(onLeave !== undefined && { onClick: onLeave })}
              className="flex h-7 items-center gap-2.5 rounded px-2.5 text-table text-ink-2 hover:bg-ground-3 hover:text-ink-1 data-[status=active]:bg-ground-3 data-[status=active]:text-ink-1 touch:h-10"
            >
              <Pin className="size-3.5 shrink-0 stroke-[1.7]" aria-hidden="true" />
              <MiddleTruncated text={title} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Keeps the open page at hand: in the rail and in the palette, in whichever browser. */
export function PinButton({ project }: { readonly project: string }) {
  const toggle = useTogglePin(project)
  if (toggle === undefined) return null
  return (
    <IconButton label={toggle.isPinned ? frameTexts.unpinPage : frameTexts.pinPage} size="small" onPress={toggle.run}>
      {toggle.isPinned ? <PinOff /> : <Pin />}
    </IconButton>
  )
}
