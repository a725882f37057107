import { StatusError } from '@hearth/model'
import type { Route } from '../../http/route.ts'

/** What tools ask of the vendor's emulator hub: which emulators there are, all of them on this one port. */
export function hubRoutes(): Route[] {
  const triggers = (verb: 'disable' | 'enable'): Route => ({
    method: 'PUT',
    path: `/functions/${verb}BackgroundTriggers`,
    guard: 'dev',
    handle() {
      const sentence = 'Hearth has no Cloud Functions: there are no triggers to switch on or off.'
      throw new StatusError('failed-precondition', 'NO_FUNCTIONS', sentence)
    },
  })
  return [
    {
      method: 'GET',
      path: '/emulators',
      guard: 'dev',
      handle(exchange) {
        const { hostname, port } = new URL(exchange.publicOrigin)
        const at = (name: string) => ({ name, host: hostname, port: Number(port), listen: [] })
        exchange.replyJson(200, {
          hub: at('hub'),
          auth: at('auth'),
          firestore: at('firestore'),
          storage: at('storage'),
        })
      },
    },
    triggers('disable'),
    triggers('enable'),
  ]
}
