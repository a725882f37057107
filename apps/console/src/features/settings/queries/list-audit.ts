import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { ListPage } from '../../../ui/use-pages.ts'
import type { TimeSpan } from '../../../ui/time-span.ts'
import { type AuditedUsers, findAuditedUsers } from './find-audited-users.ts'

const auditEntry = z.object({
  /** From 1, without gaps. */
  number: z.number(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  actor: z.object({ kind: z.string(), uid: z.optional(z.string()), id: z.optional(z.string()) }),
  /** Such as `service-keys.create`. */
  action: z.string(),
  target: z.string(),
  detail: z.optional(z.record(z.string(), z.string())),
  address: z.optional(z.string()),
  requestId: z.optional(z.string()),
  hash: z.string(),
})

const auditPerson = z.object({ name: z.optional(z.string()), email: z.optional(z.string()) })

const auditPage = z.object({
  entries: z.array(auditEntry),
  /** By uid, or id of a service key. */
  people: z.record(z.string(), auditPerson),
  nextPageToken: z.optional(z.string()),
})

/** With who it was, and whom it was done to, as far as that is known now. */
export type AuditEntry = z.infer<typeof auditEntry> & {
  readonly person: z.infer<typeof auditPerson> | undefined
  /** By uid. */
  readonly people: Readonly<Record<string, z.infer<typeof auditPerson>>>
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
  const query = new URLSearchParams({ pageSize: String(pageSize), ...(pageToken !== undefined && { pageToken }) })
  for (const [name, text] of Object.entries(wish)) if (text !== '' && text !== undefined) query.set(name, text)
  const path = `/hearth/v1/projects/${encodeURIComponent(project.id)}/audit?${query}`
  const { entries, people, nextPageToken } = await project.call({ path, answer: auditPage })
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
