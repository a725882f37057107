import { focusManager, keepPreviousData, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { reactionTo } from '../errors/reaction.ts'
import { afterInterruption } from './after-interruption.ts'
import { followWatching } from '../../browser/while-watched.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** Anything can be thrown; `reactionTo` tells what it means. */
    defaultError: unknown
  }
}

/** An answer that no screen shows is kept for whoever comes back to it, and is asked for anew then. */
const unusedMs = 5 * 60_000

/** The queries of the console, with the defaults of decision 0106. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache(repeatedWhenBack()),
    defaultOptions: {
      queries: {
        gcTime: unusedMs,
        // Whoever opens a screen sees what holds now. What was known is shown while it is asked anew.
        staleTime: 0,
        placeholderData: keepPreviousData,
        // A failure is said at once. What got no answer is repeated when the server is back.
        retry: false,
        // The connection is known by asking the server, not by what the browser says of its network.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
}

/** Repeats a query that got no answer once the server answers, as long as a screen shows it. */
function repeatedWhenBack() {
  /** How often each failed in a row. */
  const failures = new WeakMap<object, number>()
  const repeat = async (query: Query): Promise<void> => {
    const { errorUpdateCount } = query.state
    const failed = failures.get(query) ?? 0
    failures.set(query, failed + 1)
    await afterInterruption(failed)
    const { state } = query
    if (!query.isActive() || state.errorUpdateCount !== errorUpdateCount || state.fetchStatus !== 'idle') return
    // The next page of a list is that page again. A failure comes to `onError` anew.
    await query.fetch(undefined, state.fetchMeta === null ? {} : { meta: state.fetchMeta }).catch(() => undefined)
  }
  return {
    onSuccess: (_data: unknown, query: Query): void => void failures.delete(query),
    onError: (error: unknown, query: Query): void => {
      if (reactionTo(error).kind === 'unreachable') void repeat(query)
    },
  }
}

focusManager.setEventListener(followWatching)

/** Of this tab. Signing out clears it. */
export const queryClient = createQueryClient()
