import { createHash } from 'node:crypto'
import type { Exchange } from '../../http/exchange.ts'
import { FLOW_LIFE_MS } from '../../identity/providers/sign-in-flows.ts'

/**
 * The cookie that ties a flow to its browser. It authenticates nobody: it is good for ending one sign-in, once, together with the
 * state. Each flow has its own, so that two windows don't disturb each other. `SameSite=Lax` lets it come along when a provider
 * sends the browser back, and with nothing that another site's page asks for by itself.
 */
const PATH = '/__/auth'

export function flowCookie(exchange: Exchange, state: string, browserKey: string): string {
  const life = `Max-Age=${FLOW_LIFE_MS / 1000}`
  return `${nameFor(state)}=${browserKey}; ${attributes(exchange)}; ${life}`
}

export function clearedFlowCookie(exchange: Exchange, state: string): string {
  return `${nameFor(state)}=; ${attributes(exchange)}; Max-Age=0`
}

export function readFlowCookie(exchange: Exchange, state: string): string | undefined {
  const name = nameFor(state)
  for (const pair of (exchange.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name && value !== undefined && value !== '') return value
  }
  return undefined
}

function attributes(exchange: Exchange): string {
  const isSecure = exchange.publicOrigin.startsWith('https:')
  return `Path=${PATH}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** The state itself stays out of the name: it would be in every log of cookies. */
function nameFor(state: string): string {
  return `hearth_sign_in_${createHash('sha256').update(state).digest('hex').slice(0, 16)}`
}
