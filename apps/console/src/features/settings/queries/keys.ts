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

export type ApiSecret = api.ApiSecret

interface NewApiSecret {
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

export { keyScopes } from '@hearth/api'
export type KeyScope = api.KeyScope

interface KeyOrder {
  readonly name: string
  readonly scopes: readonly KeyScope[]
}

export type ServiceKey = api.ServiceKey
export type KeyMaker = api.KeyMaker

/** What a program keeps: the JSON of the vendor's key files. The server doesn't show it again. */
export interface KeyFile {
  readonly id: string
  readonly json: string
}

/** The keys of a project, without their private parts. */
export async function listServiceKeys(project: ProjectSession): Promise<readonly ServiceKey[]> {
  return (await callApi(api.listServiceKeys, { project: project.id }, project)).serviceKeys
}

export async function createServiceKey(project: ProjectSession, body: KeyOrder): Promise<KeyFile> {
  const file = await callApi(api.createServiceKey, { project: project.id, body }, project)
  return { id: file.private_key_id, json: `${JSON.stringify(file, undefined, 2)}\n` }
}

/** Programs with this key are turned away from now on. Throws `not-found` for a key that is revoked already. */
export async function revokeServiceKey(project: ProjectSession, id: string): Promise<void> {
  await callApi(api.revokeServiceKey, { project: project.id, key: id }, project)
}
