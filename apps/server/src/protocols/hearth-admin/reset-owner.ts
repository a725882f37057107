import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { consoleProject } from '../../projects/project-id.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readRequest } from './read-request.ts'

const request = z.strictObject({
  code: z.string('The code is missing.').min(1, 'The code is missing.').max(200),
  secondFactor: z.boolean().default(false),
})

/**
 * A link to choose a new password for the server's owner, with `secondFactor` an account without second factors, for whoever put
 * the code into the data folder.
 */
export function resetOwner(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/owner-reset',
    guard: 'capability',
    async handle(exchange) {
      const { ownerReset, setupRate } = deps
      const guess = setupRate.take(exchange.clientAddress)
      const { code, secondFactor } = await readRequest(exchange, request)
      const { email, link, removedFactors } = await ownerReset.redeem(code, exchange.publicOrigin, { secondFactor })
      guess.giveBack()
      await deps.recordAct({
        project: consoleProject,
        actor: { kind: 'visitor' },
        action: 'server.reset-owner',
        target: email,
        ...(secondFactor && { detail: { removedSecondFactors: String(removedFactors) } }),
        address: exchange.clientAddress,
        requestId: exchange.id,
      })
      exchange.replyJson(200, { email, link, removedFactors })
    },
  }
}
