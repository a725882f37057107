import { useLocation } from '@tanstack/react-router'
import { pinOf, pinsMax } from './pin.ts'
import { usePins } from './pins.ts'
import { readDatabaseSearch } from '../../shared/databases/database-search.ts'
import { reactionTo } from '../../backend/errors/reaction.ts'
import { frameTexts } from '../../texts/en/frame.ts'
import { toast } from '../../ui/toast.ts'

export interface TogglePin {
  readonly isPinned: boolean
  /** Pins the open page, or takes its pin away, and says so. */
  readonly run: () => void
}

/** The pin of the page that is open in a project; undefined where there is nothing to pin, and while the account's pins aren't known. */
export function useTogglePin(project: string): TogglePin | undefined {
  const { pathname, search } = useLocation()
  const pins = usePins(project)
  const pin = pinOf(pathname, readDatabaseSearch(search).database)
  if (pins === undefined || pin === undefined) return undefined
  const isPinned = pins.isPinned(pin)
  return {
    isPinned,
    run: () => {
      if (!isPinned && pins.isFull) {
        toast(frameTexts.pinsFull(pinsMax))
        return
      }
      pins.toggle(pin).then(
        () => toast(isPinned ? frameTexts.unpinned(pin.title) : frameTexts.pinnedNow(pin.title)),
        (thrown: unknown) => {
          const reaction = reactionTo(thrown)
          toast(reaction.kind === 'quiet' ? frameTexts.notPinned : `${frameTexts.notPinned} ${reaction.message}`)
        },
      )
    },
  }
}
