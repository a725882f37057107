import { databaseQuery, readDatabaseSearch } from '../../shared/databases/database-search.ts'
import { decodePath } from '../../documents/data-path.ts'
import { doc } from 'firebase/firestore'
import { useMemo } from 'react'
import { firestoreOf } from '../../backend/sdk/firestore.ts'
import { dataOf } from '../../backend/live/live-state.ts'
import { useDocument } from '../../backend/live/listeners.ts'
import { useConsoleApp } from '../../session/console-app-context.tsx'
import { useSignedIn } from '../../session/session-context.tsx'
import { changeAccount } from '../../shared/console-data/account-document.ts'
import { listIn, listOperation } from '../../shared/console-data/account-lists.ts'
import { useLocation } from '@tanstack/react-router'
import { reactionTo } from '../../backend/errors/reaction.ts'
import { frameTexts } from '../../texts/en/frame.ts'
import { toast, toastProblem } from '../../ui/toast.ts'

/** A page of a project that somebody wants at hand. */
interface Pin {
  /**
   * As the account keeps it: `project:path`, the path as it stands in the address behind the project, such as `demo-app:data/orders`, and
   * for documents beside the default database `demo-app:data/orders?database=second`.
   */
  readonly kept: string
  readonly pathname: string
  /** Of documents, where it isn't the default one. */
  readonly database: string | undefined
  /** As the breadcrumb shows it, such as `data/orders`. */
  readonly title: string
}

/** As many as the security rules of the project `console` take. */
const pinsMax = 200
const keptMax = 1000

/**
 * The pin of a page; undefined for one outside of a project, for a project's overview, and for an address too long to keep.
 *
 * @param database of the page, where it isn't the default one
 */
export function pinOf(pathname: string, database?: string): Pin | undefined {
  const [, project, path] = /^\/projects\/([^/]+)\/(.*[^/])\/*$/.exec(pathname) ?? []
  return project === undefined || path === undefined ? undefined : pinAt(project, path + databaseQuery(database))
}

/** Those of a project out of all that an account keeps; what is no pin is left out. */
export function pinsIn(kept: readonly string[], project: string): readonly Pin[] {
  return kept.flatMap((one) => {
    const place = one.startsWith(`${project}:`) ? one.slice(project.length + 1) : ''
    return /[^/]/.test(place) ? (pinAt(project, place) ?? []) : []
  })
}

function pinAt(project: string, place: string): Pin | undefined {
  const kept = `${project}:${place}`
  if (kept.length > keptMax) return undefined
  const [path = '', search = ''] = place.split('?')
  const database = new URLSearchParams(search).get('database') ?? undefined
  const title = decodePath(path)
  return {
    kept,
    pathname: `/projects/${project}/${path}`,
    database,
    title: database === undefined ? title : `${title} (${database})`,
  }
}

interface Pins {
  /** Those of the project, in the order in which they were made. */
  readonly pins: readonly Pin[]
  /** Pins the page, or takes the pin away. Throws what the server answers. */
  readonly toggle: (pin: Pin) => Promise<void>
  readonly isPinned: (pin: Pin) => boolean
  /** The account has as many as it may. */
  readonly isFull: boolean
}

/** What the signed-in user pinned in a project, live and in whichever browser; undefined while it isn't known. */
export function usePins(project: string): Pins | undefined {
  const { app } = useConsoleApp()
  const uid = useSignedIn()?.account.uid
  const account = dataOf(useDocument(uid === undefined ? undefined : doc(firestoreOf(app), 'accounts', uid)))
  return useMemo(() => {
    if (uid === undefined || account === undefined) return undefined
    const kept = listIn(account, 'pinned')
    return {
      pins: pinsIn(kept, project),
      isPinned: ({ kept: pin }) => kept.includes(pin),
      isFull: kept.length >= pinsMax,
      toggle: async ({ kept: pin }) => {
        const type = kept.includes(pin) ? 'array-remove' : 'array-add'
        await changeAccount(app, uid, () => [{ pinned: listOperation(type, [pin]) }])
      },
    }
  }, [app, uid, account, project])
}

interface TogglePin {
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
          toastProblem(reaction.kind === 'quiet' ? frameTexts.notPinned : `${frameTexts.notPinned} ${reaction.message}`)
        },
      )
    },
  }
}
