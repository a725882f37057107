import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import type { ProjectDatabase } from '../../documents/project-database.ts'
import { lostChanges } from '../../backend/live/lost-changes.ts'
import { useSession, useSignedIn } from '../../session/session-context.tsx'
import type { Change } from './draft/changes.ts'
import { writtenDown } from './queries/save-changes.ts'

/**
 * For a save of a document that failed: when its screen was left meanwhile nobody sees the form any more, and what was to be saved is kept
 * among the lost changes, which every page shows. Answers whether it was left.
 */
export function useKeepIfLeft(
  database: ProjectDatabase,
  path: string,
): (changes: readonly Change[], isThere: boolean, problem: unknown) => Promise<boolean> {
  const session = useSession()
  const router = useRouter()
  const uid = useSignedIn()?.account.uid
  const isLeft = useRef(false)
  useLayoutEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return async (changes, isThere, problem) => {
    // A screen that is being left stands until the next one is loaded.
    if (router.state.status === 'pending') await nextResolved(router)
    if (!isLeft.current) return false
    const { state } = session
    // Signing out leaves nothing.
    const isSameUser = state.status === 'signed-in' && state.account.uid === uid
    if (isSameUser) {
      const operation = isThere ? 'update' : 'create'
      lostChanges.add({ ...writtenDown(database, path, changes), operation, why: 'left', problem })
    }
    return true
  }
}

async function nextResolved(router: ReturnType<typeof useRouter>): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = router.subscribe('onResolved', () => {
      stop()
      resolve()
    })
  })
}
