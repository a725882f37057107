import type { Route } from '../../http/route.ts'
import { type IdentityToolkitDeps, type Method, replyWith } from './define-method.ts'

const PREFIX = 'identitytoolkit/v3/relyingparty'

/**
 * The addresses of version 3 of the API (Google Identity Toolkit, "relyingparty"), which JavaScript SDKs up to 8, the SDK for iOS and
 * the vendor's command line call. Each leads to the method that does the same today; the fields of its body have kept their names.
 */
export function olderPaths(methods: Readonly<Record<string, Method>>, identity: IdentityToolkitDeps): Route[] {
  return Object.entries(methods).flatMap(([name, method]) => {
    const answer = method.bind(identity)
    // Lists of users are asked for by a body here.
    const verb = name === 'downloadAccount' ? 'POST' : method.method
    return [`/www.googleapis.com/${PREFIX}/${name}`, `/${PREFIX}/${name}`].map((path) => ({
      method: verb,
      path,
      guard: method.guard,
      handle: async (exchange, params) => replyWith(exchange, await answer(exchange, params)),
    }))
  })
}
