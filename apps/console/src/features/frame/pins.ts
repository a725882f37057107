import { doc } from 'firebase/firestore'
import { useMemo } from 'react'
import { firestoreOf } from '../../backend/sdk/firestore.ts'
import { dataOf } from '../../backend/live/live-state.ts'
import { useDocument } from '../../backend/live/use-live.ts'
import { useConsoleApp } from '../../session/console-app-context.tsx'
import { useSignedIn } from '../../session/session-context.tsx'
import { changeAccount } from '../../shared/console-data/account-document.ts'
import { listIn, listOperation } from '../../shared/console-data/account-lists.ts'
import { type Pin, pinsIn, pinsMax } from './pin.ts'

export interface Pins {
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
