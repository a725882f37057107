import * as api from '@hearth/api'
import { callApi } from '../../backend/api/call-api.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { type RequestFilter, spans } from './request-filter.ts'

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

/** As many as the server gives at once. */
const newsPageSize = 500

export type RequestPage = api.RequestPage

/** The newest first. `after` is an id: what came since. `pageSize` is at most 500. */
export async function listRequests(
  project: ProjectSession,
  filter: RequestFilter,
  { pageSize = 100, ...page }: RequestPageQuery,
): Promise<RequestPage> {
  const query = { pageSize, ...askedBy(filter), ...page }
  return await callApi(api.listRequests, { project: project.id, query }, project)
}

interface RequestPageQuery {
  readonly pageSize?: number
  readonly pageToken?: string
  readonly after?: string
  readonly order?: 'slowest'
  /** Those of one group. */
  readonly groupBy?: GroupedBy
  readonly group?: string
}

export type GroupedBy = 'rule' | 'path' | 'app'

/** A filter as the server takes it. */
export function askedBy({ since, begin, end, ...filter }: RequestFilter) {
  // Ids are microseconds since the epoch.
  const earliest = begin ?? (since === undefined ? undefined : Date.now() - spans[since])
  return {
    ...filter,
    ...(earliest !== undefined && { after: String(Math.max(0, earliest * 1000 - 1)) }),
    // A page token is the id that all of the page are before.
    ...(end !== undefined && { pageToken: String(end * 1000) }),
  }
}

/**
 * What came after the request of that id, all of it: the newest first, page by page. Stops at `max`, and then has the token that leads on to
 * what is older.
 */
export async function listRequestsSince(
  project: ProjectSession,
  filter: RequestFilter,
  { after, max }: { readonly after?: string; readonly max: number },
): Promise<RequestPage> {
  const requests: RequestPage['requests'] = []
  let pageToken: string | undefined
  do {
    const page = await listRequests(project, filter, {
      pageSize: Math.min(newsPageSize, max - requests.length),
      ...(after !== undefined && { after }),
      ...(pageToken !== undefined && { pageToken }),
    })
    requests.push(...page.requests)
    pageToken = page.nextPageToken
  } while (pageToken !== undefined && requests.length < max)
  return { requests, nextPageToken: pageToken }
}

/** The count of the requests that were denied lately: a list that has more of them lets it be counted again. */
export function deniedLatelyKey(project: string): readonly string[] {
  return [project, 'requests', 'denied-lately']
}
