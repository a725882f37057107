import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

export type ApiKey = api.ApiKey

export interface ApiKeyDetails {
  readonly name: string
  readonly websites: readonly string[]
}

/** The newest first. */
export async function listApiKeys(project: ProjectSession): Promise<readonly ApiKey[]> {
  return (await callApi(api.listApiKeys, { project: project.id }, project)).apiKeys
}

export async function createApiKey(project: ProjectSession, body: ApiKeyDetails): Promise<ApiKey> {
  return await callApi(api.createApiKey, { project: project.id, body }, project)
}

export async function changeApiKey(project: ProjectSession, key: string, body: ApiKeyDetails): Promise<ApiKey> {
  return await callApi(api.updateApiKey, { project: project.id, key, body }, project)
}

/** A new key in its place, also in the configuration of its app; this one stays valid until it is revoked. */
export async function rotateApiKey(project: ProjectSession, key: string): Promise<ApiKey> {
  return await callApi(api.rotateApiKey, { project: project.id, key }, project)
}

/** Throws `failed-precondition` for one that an app is configured with. */
export async function revokeApiKey(project: ProjectSession, key: string): Promise<void> {
  await callApi(api.revokeApiKey, { project: project.id, key }, project)
}
