import * as api from '@hearth/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { asAccount, callApi } from '../../backend/api/call-api.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { whileWatched } from '../../browser/while-watched.ts'
import { useRecentSignIn } from '../../session/recent-sign-in.tsx'
import { useSession } from '../../session/session-context.tsx'
import type { Session } from '../../session/session.ts'

const everyMs = 30_000

/** Whose alerts: a project's, or those of the server for its owner. */
export type AlertScope = ProjectSession | 'server'

export type Incident = api.Incident
export type AlertKind = api.AlertKind

/** What is told, and to whom by mail. Of the server `editors` is not among the answers. */
export interface AlertReceivers {
  readonly kinds: readonly AlertKind[]
  readonly team: 'nobody' | 'owners' | 'editors'
  readonly addresses: readonly string[]
  readonly language: api.AlertLanguage
}

export interface AlertSettings extends AlertReceivers {
  readonly webhook: { readonly url: string } | null
  readonly isMailEnabled: boolean
}

/** What can be told of. */
export function kindsOf(scope: AlertScope): readonly AlertKind[] {
  return scope === 'server' ? api.serverAlertKinds : api.projectAlertKinds
}

/** The incidents, asked for again each half minute. */
export function useIncidents(scope: AlertScope, { isAsked = true }: { readonly isAsked?: boolean } = {}) {
  const session = useSession()
  return useQuery({
    queryKey: keyOf(scope, 'incidents'),
    queryFn: async () =>
      scope === 'server'
        ? await callApi(api.listServerAlerts, {}, asAccount(await session.idToken()))
        : await callApi(api.listProjectAlerts, { project: scope.id }, scope),
    ...whileWatched(everyMs),
    enabled: isAsked,
  })
}

/** For owners. */
export function useAlertSettings(scope: AlertScope) {
  const session = useSession()
  return useQuery({
    queryKey: keyOf(scope, 'settings'),
    queryFn: async (): Promise<AlertSettings> =>
      scope === 'server'
        ? await callApi(api.getServerAlertSettings, {}, asAccount(await session.idToken()))
        : await callApi(api.getProjectAlertSettings, { project: scope.id }, scope),
  })
}

/** Asks for all of it anew. */
export function useAlertsChanged(scope: AlertScope): () => Promise<void> {
  const client = useQueryClient()
  return async () => await client.invalidateQueries({ queryKey: keyOf(scope) })
}

function keyOf(scope: AlertScope, ...parts: readonly string[]): readonly string[] {
  return [scope === 'server' ? 'server' : scope.id, 'alerts', ...parts]
}

/** What changes and tries who is told. All of it needs a recent sign-in. */
class AlertCalls {
  readonly #scope: AlertScope
  readonly #session: Session

  constructor(scope: AlertScope, session: Session) {
    this.#scope = scope
    this.#session = session
  }

  async setReceivers({ kinds, team, addresses, language }: AlertReceivers): Promise<void> {
    const scope = this.#scope
    if (scope === 'server') {
      const body = {
        kinds: api.serverAlertKinds.filter((kind) => kinds.includes(kind)),
        team: team === 'nobody' ? ('nobody' as const) : ('owners' as const),
        addresses,
        language,
      }
      await callApi(api.setServerAlertSettings, { body }, await this.#owner())
      return
    }
    const ofProject = api.projectAlertKinds.filter((kind) => kinds.includes(kind))
    const body = { kinds: ofProject, team, addresses, language }
    await callApi(api.setProjectAlertSettings, { project: scope.id, body }, scope)
  }

  /** Answers the secret where it was made, this once. */
  async setWebhook(url: string): Promise<string | undefined> {
    const scope = this.#scope
    const body = { url }
    const { secret } =
      scope === 'server'
        ? await callApi(api.setServerAlertWebhook, { body }, await this.#owner())
        : await callApi(api.setProjectAlertWebhook, { project: scope.id, body }, scope)
    return secret
  }

  async removeWebhook(): Promise<void> {
    const scope = this.#scope
    if (scope === 'server') await callApi(api.removeServerAlertWebhook, {}, await this.#owner())
    else await callApi(api.removeProjectAlertWebhook, { project: scope.id }, scope)
  }

  /** Throws `unavailable`/`MAIL_NOT_SENT`, whose message says why. */
  async testMail(to: string, language: api.AlertLanguage): Promise<void> {
    const scope = this.#scope
    const body = { to, language }
    if (scope === 'server') await callApi(api.testServerAlertMail, { body }, await this.#owner())
    else await callApi(api.testProjectAlertMail, { project: scope.id, body }, scope)
  }

  /** What it answered, and after how many milliseconds. */
  async testWebhook(): Promise<{ readonly status: number; readonly ms: number }> {
    const scope = this.#scope
    return scope === 'server'
      ? await callApi(api.testServerAlertWebhook, {}, await this.#owner())
      : await callApi(api.testProjectAlertWebhook, { project: scope.id }, scope)
  }

  async #owner() {
    return asAccount(await this.#session.idToken())
  }
}

/** The calls, and what asks who it is before them. */
export function useAlertCalls(scope: AlertScope) {
  const session = useSession()
  const recent = useRecentSignIn(scope === 'server' ? undefined : scope)
  return { calls: new AlertCalls(scope, session), recent }
}
