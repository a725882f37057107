import { identityError } from '../../identity/identity-error.ts'
import type { SignIns } from '../../identity/sign-in/sign-ins.ts'
import { askingPage } from '../../http/asking-page.ts'
import { readForm } from '../../http/read-form.ts'
import { apiKeyOf } from '../identity-answers/api-key-of.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import type { Projects } from '../../projects/projects.ts'

const BODY_BYTES_MAX = 64 * 1024
const FORM_FIELDS_MAX = 20

/** `POST /v1/token`: a new ID token for a refresh token. The one call whose body is a form; JSON is read as well. */
export function refreshRoute(path: string, deps: { signIns: SignIns; projects: Projects }): Route {
  return {
    method: 'POST',
    path,
    guard: 'identity',
    async handle(exchange) {
      const project = await deps.projects.projectOfApiKey(apiKeyOf(exchange), askingPage(exchange))
      exchange.note({ project, operation: 'token' })
      const { grantType, refreshToken } = await readGrant(exchange)
      if (!grantType) throw identityError('MISSING_GRANT_TYPE')
      if (grantType !== 'refresh_token') throw identityError('INVALID_GRANT_TYPE')
      if (!refreshToken) throw identityError('MISSING_REFRESH_TOKEN')
      const issued = await deps.signIns.refresh(project, refreshToken, exchange.headers['user-agent'])
      exchange.note({ uid: issued.uid })
      exchange.replyJson(200, {
        access_token: issued.idToken,
        id_token: issued.idToken,
        expires_in: String(issued.lifeSeconds),
        token_type: 'Bearer',
        refresh_token: issued.refreshToken,
        user_id: issued.uid,
        project_id: project,
      })
    },
  }
}

async function readGrant(
  exchange: Exchange,
): Promise<{ grantType: string | undefined; refreshToken: string | undefined }> {
  if (exchange.headers['content-type']?.startsWith('application/json') === true) {
    const body = await exchange.readJson(BODY_BYTES_MAX)
    const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
    return {
      grantType: textOf(fields['grant_type'] ?? fields['grantType']),
      refreshToken: textOf(fields['refresh_token'] ?? fields['refreshToken']),
    }
  }
  const form = await readForm(exchange, { bytesMax: BODY_BYTES_MAX, fieldsMax: FORM_FIELDS_MAX })
  const fieldOf = (...names: string[]) =>
    names.map((name) => form.get(name)?.toString()).find((text) => text !== undefined)
  return {
    grantType: fieldOf('grant_type', 'grantType'),
    refreshToken: fieldOf('refresh_token', 'refreshToken'),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
