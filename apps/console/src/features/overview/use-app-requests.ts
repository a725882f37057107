import { useMemo } from 'react'
import type { ListedRequest } from '../../shared/requests/past-request.ts'
import { useRequests } from '../../shared/requests/use-requests.ts'

const everything = {}

export interface AppRequests {
  /** The newest first, without those of the console itself; undefined before the first answer. */
  readonly rows: readonly ListedRequest[] | undefined
  readonly problem: unknown
}

/** What the project's apps ask for, as it happens. */
export function useAppRequests(): AppRequests {
  const { rows, problem } = useRequests(everything, true)
  return { rows: useMemo(() => rows?.filter(({ caller }) => caller.kind !== 'operator'), [rows]), problem }
}
