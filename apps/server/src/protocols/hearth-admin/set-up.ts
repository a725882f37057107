import { StatusError } from '@hearth/model'
import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { consoleProject } from '../../projects/project-id.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readRequest } from './read-request.ts'

const request = z.strictObject({
  code: z.string('The set-up code is missing.').trim().min(1, 'The set-up code is missing.').max(200),
  displayName: z
    .string('The name is missing.')
    .trim()
    .min(1, 'The name is missing.')
    .max(80, 'A name has at most 80 characters.'),
  email: z.string('The e-mail address is missing.').min(1, 'The e-mail address is missing.').max(320),
  password: z.string('The password is missing.').min(1, 'The password is missing.').max(4096),
})

/** Makes the server's first account, its owner, for whoever brings the code from the terminal; once. */
export function setUp(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/setup',
    guard: 'capability',
    async handle(exchange) {
      const { setup, setupRate } = deps
      const guess = setupRate.take(exchange.clientAddress)
      const { code, ...owner } = await readRequest(exchange, request)
      try {
        await setup.claim(code, owner)
      } catch (error) {
        // What counts against an address is guessing; whoever has the code may mistype the rest as often as they like.
        if (!(error instanceof StatusError) || error.reason !== 'SETUP_CODE_INVALID') guess.giveBack()
        throw error
      }
      await deps.recordAct({
        project: consoleProject,
        actor: { kind: 'visitor' },
        action: 'server.claim',
        target: owner.email,
        address: exchange.clientAddress,
        requestId: exchange.id,
      })
      exchange.replyJson(200, {})
    },
  }
}
