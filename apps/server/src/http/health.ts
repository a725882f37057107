import { writeJsonError } from './error-body.ts'
import type { Protocol } from './route.ts'

/** For supervisors and load balancers: `/healthz` says the process answers, `/readyz` that it may be sent requests. */
export function createHealthProtocol(deps: { isReady: () => boolean }): Protocol {
  return {
    name: 'health',
    routes: [
      {
        method: 'GET',
        path: '/healthz',
        guard: 'open',
        handle: (exchange) =>
          exchange.reply(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' }, 'ok\n'),
      },
      {
        method: 'GET',
        path: '/readyz',
        guard: 'open',
        handle: (exchange) => {
          const isReady = deps.isReady()
          const headers = { 'content-type': 'text/plain', 'cache-control': 'no-store' }
          exchange.reply(isReady ? 200 : 503, headers, isReady ? 'ready\n' : 'not ready\n')
        },
      },
    ],
    writeError: writeJsonError,
  }
}
