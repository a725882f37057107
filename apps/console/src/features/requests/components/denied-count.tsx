import { listRequests } from '@hearth/api'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { asAccount, callApi } from '../../../backend/api/call-api.ts'
import { getServerTime } from '../../../backend/api/server-time.ts'
import { whileWatched } from '../../../browser/while-watched.ts'
import type { AreaCountProps } from '../../../shared/areas.ts'
import { deniedLatelyKey } from '../../../shared/requests/list-requests.ts'
import { useSession } from '../../../session/session-context.tsx'
import { frameTexts } from '../../../texts/en/frame.ts'
import { formatNumber } from '../../../texts/format.ts'
import { DeniedLately } from '../denied-lately.ts'

const everyMs = 60_000
/** One page of the list; of more it says so. */
const countedMax = 99

/**
 * How many requests of the project were denied in the last hour; nothing where none were, or where nobody knows. It is asked with the person's own session,
 * so that a page left open keeps no session of the project alive, each minute and when a list on the screen has more of them.
 */
export function DeniedCount({ project, isFull }: AreaCountProps) {
  const session = useSession()
  const lately = useRef(new DeniedLately())
  const skewMs = useRef<number>(undefined)
  const { data: count = 0 } = useQuery({
    queryKey: deniedLatelyKey(project),
    queryFn: async () => {
      skewMs.current ??= (await getServerTime()) - Date.now()
      const now = Date.now() + skewMs.current
      const query = { verdict: 'denied', pageSize: countedMax + 1, after: lately.current.after(now) } as const
      const { requests } = await callApi(listRequests, { project, query }, asAccount(await session.idToken()))
      return lately.current.take(
        requests.map(({ id }) => id),
        now,
      )
    },
    ...whileWatched(everyMs),
  })
  if (count === 0) return null
  const shown = count > countedMax ? `${countedMax}+` : formatNumber(count)
  return (
    <>
      <span
        aria-hidden="true"
        className={
          isFull
            ? 'ml-auto text-small text-ink-2 tabular-nums'
            : // A dot on the icon's corner where there are icons alone; the ring parts the two.
              'absolute top-1 right-1.5 size-2 overflow-hidden rounded-full bg-crimson text-transparent ring-2 ring-ground-2 desk:static desk:ml-auto desk:size-auto desk:bg-transparent desk:text-small desk:text-ink-2 desk:tabular-nums desk:ring-0'
        }
      >
        {shown}
      </span>
      <span className="sr-only"> {frameTexts.deniedLately(shown)}</span>
    </>
  )
}
