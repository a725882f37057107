import type { Exchange } from '../../../apps/server/src/http/exchange.ts'
import { readFlowCookie, type SignInWindowDeps } from '../../../apps/server/src/protocols/sign-in-window/protocol.ts'
import type { SignInRequest } from '../../../apps/server/src/identity/providers/sign-in-flows.ts'
import { readWindowRequest } from '../../../apps/server/src/protocols/sign-in-window/read-request.ts'
import { type FuzzTarget, KIB } from '../fuzz-target.ts'
import { headersOf } from './http-texts.ts'
import { same } from './judgement.ts'

const page = 'apiKey=k&redirectUrl=http%3A%2F%2Flocalhost%3A5173%2F&authType=signInViaPopup&providerId=google.com'
const deps = {
  projects: { projectOfApiKey: async () => 'demo-app' },
  tenants: { get: async () => ({}) },
  settings: { get: async () => ({ authorizedDomains: ['localhost', 'shop.example.com'] }) },
} as unknown as SignInWindowDeps

/** What any page opens the window for signing in with, and the cookie of the browser it stands in. */
export const windowTargets: readonly FuzzTarget[] = [
  {
    name: 'window-request',
    form: 'text',
    watches: ['/sign-in-window/read-request.ts', '/sign-in-window/protocol.ts', '/messages/action-link.ts'],
    // The query, and after a line break headers.
    seeds: [
      `${page}&appName=a&scopes=email,profile&customParameters=%7B%22hd%22%3A%22x%22%7D\ncookie: a=b; hearth_sign_in_0=x`,
      `${page}&challenge=${'A'.repeat(43)}&eventId=1&tid=t\ncookie: ;=;a`,
    ],
    words: [
      '&tid=',
      '&scopes=',
      '&customParameters=',
      '%7B',
      '%22',
      'http%3A%2F%2F',
      '%5B%3A%3A1%5D',
      '&appName=',
      ';',
      '=',
    ],
    refusals: ['invalid-argument', 'permission-denied'],
    // Node lets through no more of one request (`http/listener.ts`).
    limitBytes: 16 * KIB,
    open: () => ({
      async run(input) {
        const [query = '', ...lines] = input.toString().split('\n')
        const exchange = {
          query: new URLSearchParams(query),
          headers: headersOf(Buffer.from(lines.join('\n'))).headers,
          publicOrigin: 'https://hearth.example',
        } as unknown as Exchange
        same(readFlowCookie(exchange, 'state') === '', false)
        const { project, request, customParameters } = await readWindowRequest(deps, exchange)
        same(project, 'demo-app')
        same(leadsHome(request), true)
        same(
          Object.values(customParameters).every((value) => typeof value === 'string'),
          true,
        )
      },
    }),
  },
]

/** To a page of the project, to a frame of this server, or to an app on a phone. */
function leadsHome({ redirectUrl, frame, phone }: SignInRequest): boolean {
  if (redirectUrl === '') return frame !== undefined
  return (
    phone !== undefined || ['localhost', 'shop.example.com', 'hearth.example'].includes(new URL(redirectUrl).hostname)
  )
}
