import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

export type ApiSecret = api.ApiSecret

export interface NewApiSecret {
  readonly appId: string
  readonly name: string
}

export async function listApiSecrets(project: ProjectSession): Promise<readonly ApiSecret[]> {
  return (await callApi(api.listApiSecrets, { project: project.id }, project)).secrets
}

/** Returns the secret, which the server doesn't show again. */
export async function createApiSecret(project: ProjectSession, body: NewApiSecret): Promise<string> {
  return (await callApi(api.createApiSecret, { project: project.id, body }, project)).secret
}

/** Servers with this secret are turned away from now on. Throws `not-found` for one that is revoked already. */
export async function revokeApiSecret(project: ProjectSession, id: string): Promise<void> {
  await callApi(api.revokeApiSecret, { project: project.id, secret: id }, project)
}
