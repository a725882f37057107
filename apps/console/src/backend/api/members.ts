import * as api from '@hearth/api'
import type { ProjectSession } from '../sdk/project-session.ts'
import { callApi } from './call-api.ts'

export type Member = api.Member

/** Who belongs to the project, by name; its document has uids alone. */
export async function listMembers(project: ProjectSession): Promise<readonly Member[]> {
  return (await callApi(api.listMembers, { project: project.id }, project)).members
}

/** What a member is called: the name, else the address, else the uid of an account that is gone. */
export function nameOf({ displayName, email, uid }: Member): string {
  return displayName ?? email ?? uid
}
