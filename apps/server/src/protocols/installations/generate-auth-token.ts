import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { readBody, refreshTokenOf } from './installation-request.ts'
import type { InstallationsDeps } from './deps.ts'

const request = z.object({
  installation: z.object({ sdkVersion: z.string().max(64).optional() }).default({}),
})

export function generateAuthToken({ installations, allowance }: InstallationsDeps): Route {
  return {
    method: 'POST',
    path: '/v1/projects/:project/installations/:fid/authTokens:generate',
    guard: 'capability',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      exchange.note({ project })
      allowance.takeUse(exchange.clientAddress)
      const refreshToken = refreshTokenOf(exchange)
      const { installation } = await readBody(exchange, request)
      const { token, validForSeconds } = await installations.refresh(project, params['fid'] ?? '', refreshToken, {
        sdkVersion: installation.sdkVersion,
        device: exchange.headers['user-agent'],
      })
      exchange.replyJson(200, { token, expiresIn: `${validForSeconds}s` })
    },
  }
}
