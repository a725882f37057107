import type { SourceFile } from '@hearth/rules'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import type { RulesArea } from '../../../shared/rules/rules-area.ts'
import { type HoldingRules, isDecidedBy, withVerdictsOfNow } from './holding-rules.ts'
import { replayPage, type ReplayedRequest } from '../queries/rules-queries.ts'

/** How many requests are asked about. */
export const replayMax = 1_000

export interface ReplayState {
  readonly status: 'idle' | 'running' | 'done' | 'stopped' | 'failed'
  /** What was asked; for telling that the rules changed since. */
  readonly files: readonly SourceFile[]
  readonly asked: number
  readonly same: number
  /** The newest first. */
  readonly denied: readonly ReplayedRequest[]
  readonly allowed: readonly ReplayedRequest[]
  readonly unknown: readonly ReplayedRequest[]
  /** Why it failed. */
  readonly problem: unknown
}

const idle: ReplayState = {
  status: 'idle',
  files: [],
  asked: 0,
  same: 0,
  denied: [],
  allowed: [],
  unknown: [],
  problem: undefined,
}

export interface Replay {
  readonly state: ReplayState
  /** `holding`: the rules that hold now, whose verdicts count instead of those of then. */
  readonly start: (files: readonly SourceFile[], holding: HoldingRules | undefined) => void
  readonly stop: () => void
}

/** Asks the server, page by page, what sources would have said to the requests of the past. */
export function useReplay(area: RulesArea): Replay {
  const database = useDatabase()
  const [state, setState] = useState(idle)
  const running = useRef<AbortController>(undefined)
  const stop = useCallback(() => {
    running.current?.abort()
    setState((before) => (before.status === 'running' ? { ...before, status: 'stopped' } : before))
  }, [])
  const start = useCallback(
    (files: readonly SourceFile[], holding: HoldingRules | undefined) => {
      running.current?.abort()
      const control = new AbortController()
      running.current = control
      const againstHolding = async (requests: readonly ReplayedRequest[]): Promise<readonly ReplayedRequest[]> => {
        const [newest] = requests
        if (holding === undefined || newest === undefined) return requests
        if (requests.every(({ request }) => isDecidedBy(request, holding))) return requests
        // From the first of them on, whatever came in between.
        const from = String(Number(newest.request.id) + 1)
        const asked = { area, files: holding.files, pageToken: from, signal: control.signal }
        return withVerdictsOfNow(requests, holding, (await replayPage(database, asked)).requests)
      }
      const run = async (): Promise<void> => {
        let known: ReplayState = { ...idle, status: 'running', files }
        let pageToken: string | undefined
        setState(known)
        do {
          const page = await replayPage(database, { area, files, pageToken, signal: control.signal })
          if (control.signal.aborted) return
          const requests = await againstHolding(page.requests)
          if (control.signal.aborted) return
          known = withPage(known, requests)
          setState(known)
          pageToken = page.nextPageToken
        } while (pageToken !== undefined && known.asked < replayMax)
        setState({ ...known, status: 'done' })
      }
      run().catch((problem: unknown) => {
        if (!control.signal.aborted) setState((before) => ({ ...before, status: 'failed', problem }))
      })
    },
    [database, area],
  )
  useEffect(() => () => running.current?.abort(), [])
  return { state, start, stop }
}

function withPage(before: ReplayState, page: readonly ReplayedRequest[]): ReplayState {
  const requests = page.slice(0, replayMax - before.asked)
  const changed = (would: ReplayedRequest['would']): ReplayedRequest[] =>
    requests.filter((one) => one.would === would && one.request.verdict !== would)
  const found = { denied: changed('denied'), allowed: changed('allowed'), unknown: changed('unknown') }
  return {
    ...before,
    asked: before.asked + requests.length,
    same: before.same + requests.length - found.denied.length - found.allowed.length - found.unknown.length,
    denied: [...before.denied, ...found.denied],
    allowed: [...before.allowed, ...found.allowed],
    unknown: [...before.unknown, ...found.unknown],
  }
}
