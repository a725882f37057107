import { listRequestLog } from '@hearth/api'
import type { LogPlace } from '../../request-log/read-request-log.ts'
import { spanOf } from './read-request.ts'
import { route, timeJson } from './route.ts'

export const requestLog = [
  route(listRequestLog, async ({ deps, params: { project }, query }) => {
    const { pageToken, after, status, minMs, ...filter } = query
    const { since, until } = spanOf(query)
    const { entries, newest, next } = await deps.requestLog.list(project, {
      ...filter,
      since: since && since / 1000,
      until: until && until / 1000,
      status: status === undefined ? undefined : statusesOf(status),
      minMs: minMs === undefined ? undefined : Number(minMs),
      before: pageToken === undefined ? undefined : placeOf(pageToken),
      after: after === undefined ? undefined : placeOf(after),
    })
    return {
      entries: entries.map(({ time, id, method, path, status: answered, ms, uid, operation, reason, isCut }) => ({
        id,
        time: timeJson(time),
        method,
        path,
        status: answered,
        ms,
        uid,
        operation,
        reason,
        isCut: isCut === true ? (true as const) : undefined,
      })),
      newest: tokenOf(newest),
      nextPageToken: next && tokenOf(next),
    }
  }),
]

/** `404` alone, or all that `4xx` means. */
function statusesOf(status: string): readonly [from: number, to: number] {
  const hundred = Number(status[0]) * 100
  return status.endsWith('xx') ? [hundred, hundred + 99] : [Number(status), Number(status)]
}

function placeOf(token: string): LogPlace {
  const [segment = 0, offset = 0] = token.split('.').map(Number)
  return { segment, offset }
}

function tokenOf({ segment, offset }: LogPlace): string {
  return `${segment}.${offset}`
}
