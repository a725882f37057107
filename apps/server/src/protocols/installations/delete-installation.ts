import type { Route } from '../../http/route.ts'
import { refreshTokenOf } from './installation-request.ts'
import type { InstallationsDeps } from './deps.ts'

export function deleteInstallation({ installations, allowance }: InstallationsDeps): Route {
  return {
    method: 'DELETE',
    path: '/v1/projects/:project/installations/:fid',
    guard: 'capability',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      exchange.note({ project })
      allowance.takeUse(exchange.clientAddress)
      await installations.delete(project, params['fid'] ?? '', refreshTokenOf(exchange))
      exchange.replyJson(200, {})
    },
  }
}
