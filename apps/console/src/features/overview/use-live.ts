import { useCallback } from 'react'
import { useProject } from '../../session/project-context.tsx'
import { useSession } from '../../session/session-context.tsx'
import { useRepeated } from '../../ui/use-repeated.ts'
import { listLive, type LiveNews } from './queries/list-live.ts'

const everyMs = 10_000
const nothing = { signIns: [], events: [], lastCall: undefined }

/** Who signed in to the project's apps, what those called and reported, as it happens; nothing while that is not known. */
export function useLive(): LiveNews {
  const { id } = useProject()
  const session = useSession()
  const ask = useCallback(async () => await listLive(id, await session.idToken()), [id, session])
  return useRepeated(ask, everyMs).asked.answer ?? nothing
}
