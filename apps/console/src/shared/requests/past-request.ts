import * as api from '@hearth/api'
import { callApi } from '../../backend/api/call-api.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'

export type ListedRequest = api.ListedRequest

/**
 * A request with all that is kept of it; `test` asks rules the same again, but for what is `unknown`. `why` is the expression that denied
 * it, with the values of then.
 */
export type DescribedRequest = api.DescribedRequest

/** Throws `not-found`/`REQUEST_NOT_FOUND` when it is not kept any more. */
export async function getRequest(project: ProjectSession, id: string): Promise<DescribedRequest> {
  return await callApi(api.getRequest, { project: project.id, request: id }, project)
}

/** What a file of rules is called: one that a server reads from a folder has its whole path. */
export function shortFileName(fileName: string): string {
  return fileName.replace(/^.*[/\\]/, '')
}

/** The users who asked; operators are none of the project's. */
export function uidsOf(
  requests: readonly { readonly caller: { readonly kind: string; readonly uid?: string | undefined } }[],
): readonly (string | undefined)[] {
  return requests.map(({ caller: { kind, uid } }) => (kind === 'user' ? uid : undefined))
}
