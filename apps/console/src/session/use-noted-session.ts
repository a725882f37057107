import { useEffect } from 'react'
import * as z from 'zod/mini'
import { callHearth } from '../api/call-hearth.ts'
import { useSession, useSignedIn } from './session-context.tsx'

/** Tells the server once a session which browser it is used with, for the list under Account. */
export function useNotedSession(): void {
  const session = useSession()
  const id = useSignedIn()?.token.claims['hearth_session']
  useEffect(() => {
    if (id === undefined) return
    session
      .idToken()
      .then(async (idToken) => {
        await callHearth({
          method: 'PUT',
          path: '/hearth/v1/account/sessions/current',
          idToken,
          body: {},
          answer: z.unknown(),
        })
      })
      .catch(() => {
        // The list shows an unknown device until the next refresh of the session.
      })
  }, [id, session])
}
