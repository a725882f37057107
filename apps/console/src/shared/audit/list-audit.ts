import * as api from '@hearth/api'
import { callApi } from '../../backend/api/call-api.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import type { ListPage } from '../../ui/use-pages.ts'
import type { TimeSpan } from '../../ui/time-span.ts'
import { type AuditedUsers, findAuditedUsers } from './find-audited-users.ts'

/** With who it was, and whom it was done to, as far as that is known now. */
export type AuditEntry = api.AuditEntry & {
  readonly person: api.AuditPerson | undefined
  /** By uid. */
  readonly people: Readonly<Record<string, api.AuditPerson>>
  /** Users of the project's apps whom the page's entries are about. */
  readonly users: AuditedUsers
}

/** Parts of what entries name, whatever the case; empty texts want all. */
export interface AuditTexts {
  readonly actor: string
  readonly action: string
  readonly target: string
}

export interface AuditWish extends AuditTexts, TimeSpan {}

const pageSize = 100

/** What was done to a project, the newest first. */
export async function listAudit(
  project: ProjectSession,
  wish: AuditWish,
  pageToken: string | undefined,
): Promise<ListPage<AuditEntry>> {
  const texts = Object.fromEntries(Object.entries(wish).filter(([, text]) => text !== ''))
  const query = { ...texts, pageSize, pageToken }
  const { entries, people, nextPageToken } = await callApi(api.listAudit, { project: project.id, query }, project)
  // The log is worth reading with ids in the place of names, too.
  const users = await findAuditedUsers(project, entries).catch((): AuditedUsers => new Map())
  const rows = entries.map((entry) => ({
    ...entry,
    person: people[entry.actor.uid ?? entry.actor.id ?? ''],
    people,
    users,
  }))
  return { rows, nextPageToken }
}
