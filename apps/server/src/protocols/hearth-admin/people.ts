import {
  getMemberPhoto,
  getUserPhoto,
  listMentions,
  readUserTimeline,
  type TimelineEntry as TimelineEntryJson,
} from '@hearth/api'
import { formatTimestamp, StatusError } from '@hearth/model'
import type { KeptBatch } from '../../analytics/event.ts'
import { screenOf } from '../../analytics/roll-up/dimensions.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Account } from '../../identity/accounts/account.ts'
import { readTimeline, type TimelineEntry } from '../../people/timeline.ts'
import { AuditPeople } from './audit.ts'
import type { HearthAdminDeps } from './deps.ts'
import { installationJson } from './installations.ts'
import { requestJson } from './requests.ts'
import { route } from './route.ts'
import { sessionJson } from './sessions.ts'

export const people = [
  route(getUserPhoto, async ({ deps, exchange, params: { project, uid } }) => {
    const { photoUrl } = await getUser(deps, project, uid)
    return { photo: await photoAt(deps, project, photoUrl, exchange) }
  }),

  route(getMemberPhoto, async ({ deps, exchange, params: { project, member } }) => {
    const team = await deps.projectDocuments.findTeam(project)
    if (team?.memberIds.includes(member) !== true) {
      throw new StatusError('not-found', 'MEMBER_NOT_FOUND', 'Nobody of that uid belongs to this project.')
    }
    return { photo: await photoAt(deps, project, (await deps.findAccount(member))?.photoUrl, exchange) }
  }),

  route(readUserTimeline, async ({ deps, params: { project, uid }, caller: { role }, query }) => {
    const { pageSize, pageToken: before, part } = query
    const account = await getUser(deps, project, uid)
    const hasAudit = role === 'owner'
    const { entries, next } = await readTimeline(deps, project, account, { pageSize, before, part, hasAudit })
    const acts = entries.flatMap((entry) => ('act' in entry ? [entry.act] : []))
    return {
      entries: entries.map(entryJson),
      hasAudit,
      people: await new AuditPeople(deps, project).ofEntries(acts),
      nextPageToken: next === undefined ? undefined : String(next),
    }
  }),

  route(listMentions, async ({ deps, params: { project, database, uid } }) => {
    const { mentions, isPartial } = await deps.documentAdministration.findMentions({ project, database }, uid)
    return { mentions: [...mentions], isPartial }
  }),
]

/** As a `data:` address, which the console's page may load. */
async function photoAt(
  deps: HearthAdminDeps,
  project: string,
  photoUrl: string | undefined,
  { clientAddress }: Exchange,
): Promise<string | null> {
  const picture = photoUrl === undefined ? undefined : await deps.userPhotos.find(project, photoUrl, clientAddress)
  return picture === undefined ? null : `data:image/webp;base64,${picture.toString('base64')}`
}

async function getUser(
  { findUser }: Pick<HearthAdminDeps, 'findUser'>,
  project: string,
  uid: string,
): Promise<Account> {
  const user = await findUser(project, uid)
  if (user !== undefined) return user
  throw new StatusError('not-found', 'USER_NOT_FOUND', 'There is no such user.')
}

function entryJson(entry: TimelineEntry): TimelineEntryJson {
  const time = formatTimestamp(entry.at)
  switch (entry.kind) {
    case 'joined':
      return { kind: entry.kind, time }
    case 'signed-in':
      return { kind: entry.kind, time, session: sessionJson(entry.session) }
    case 'denied':
    case 'wrote':
      return { kind: entry.kind, time, request: requestJson(entry.decision) }
    case 'reported':
      return { kind: entry.kind, time, events: eventsJson(entry.batch) }
    case 'new-device':
      return { kind: entry.kind, time, installation: installationJson(entry.installation) }
    case 'sign-in-failed':
    case 'team':
      return { kind: entry.kind, time, act: entry.act }
  }
}

function eventsJson({ events, clientId, appId, platform, device: { appVersion, browser } }: KeptBatch) {
  const screen = events.map(screenOf).findLast((one) => one !== undefined)
  return { names: events.map(({ name }) => name), screen, clientId, appId, platform, appVersion, browser }
}
