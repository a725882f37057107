import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

export { keyScopes } from '@hearth/api'
export type KeyScope = api.KeyScope

export interface KeyOrder {
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
