import { checkActionCode, type ActionCodeInfo, type Auth } from 'firebase/auth'
import { linkAuthOf } from '../../backend/sdk/link-auth.ts'
import type { ActionLink } from './read-action-link.ts'
import * as z from 'zod/mini'
import { callHearth } from '../../backend/api/call-hearth.ts'
import { useQuery } from '@tanstack/react-query'

export interface OpenedLink {
  readonly code: string
  readonly auth: Auth
  readonly info: ActionCodeInfo
  /** Where the app wants to go on; undefined when it is no address that its project knows. */
  readonly target: URL | undefined
}

export class IncompleteLinkError extends Error {
  constructor() {
    super('The link has no code or no API key.')
    this.name = 'IncompleteLinkError'
  }
}

/** Asks what a link is for, which uses nothing up. Throws `IncompleteLinkError`, `auth/invalid-action-code`, `auth/expired-action-code`. */
async function openActionLink({ oobCode, apiKey, continueUrl, tenantId }: ActionLink): Promise<OpenedLink> {
  if (oobCode === undefined || apiKey === undefined) throw new IncompleteLinkError()
  const auth = linkAuthOf(apiKey, tenantId)
  const [info, domains] = await Promise.all([checkActionCode(auth, oobCode), getAuthorizedDomains(apiKey)])
  return { code: oobCode, auth, info, target: targetOf(continueUrl, domains) }
}

/** A mail of ours must not lead to strangers. */
export function targetOf(continueUrl: string | undefined, domains: readonly string[]): URL | undefined {
  if (continueUrl === undefined || !URL.canParse(continueUrl)) return undefined
  const target = new URL(continueUrl)
  const isWeb = target.protocol === 'https:' || target.protocol === 'http:'
  return isWeb && domains.includes(target.hostname) ? target : undefined
}

/** The app finishes a sign-in itself: the link's own parameters go along. */
export function appAddressOf(target: URL, link: URLSearchParams): string {
  const address = new URL(target)
  for (const [name, value] of link) if (name !== 'continueUrl') address.searchParams.set(name, value)
  return address.href
}

/** Host names that a link of this project may lead to, the server's own among them. */
async function getAuthorizedDomains(apiKey: string): Promise<readonly string[]> {
  const query = new URLSearchParams({ key: apiKey })
  const answer = z.object({ authorizedDomains: z.array(z.string()) })
  return (await callHearth({ path: `/identitytoolkit.googleapis.com/v1/projects?${query}`, answer })).authorizedDomains
}

/** What a link in a mail is for. */
export function useActionLink(link: Parameters<typeof openActionLink>[0]) {
  return useQuery({ queryKey: ['action', link], queryFn: async () => await openActionLink(link), gcTime: 0 })
}
