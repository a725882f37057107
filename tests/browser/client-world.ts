import type { Page } from '@playwright/test'
import type { HostedServer } from '../../apps/server/src/testing/hosted-server.ts'
import type { BuiltPage } from './built-page.ts'

export interface ReportedEvent {
  readonly name: string
  readonly clientId: string
  readonly userId?: string
  readonly userProperties: Record<string, unknown>
  readonly params: Record<string, unknown>
  readonly language?: string
}

/** Functions that a page puts into its global `page`. */
type PageFunctions = Record<string, (...given: never[]) => unknown>

/** Opens the page against the server and notes every host it asks. */
export async function open(
  page: Page,
  built: BuiltPage,
  server: { readonly origin: string },
): Promise<{ hosts: Set<string> }> {
  const hosts = new Set<string>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http')) hosts.add(url.host)
  })
  await page.goto(`${built.origin}/?origin=${encodeURIComponent(server.origin)}`)
  await page.waitForFunction(() => 'page' in globalThis)
  return { hosts }
}

/** What calls a function of such a page by its name. */
export function callerOf<Functions extends PageFunctions>(): <Name extends keyof Functions>(
  page: Page,
  name: Name,
  ...given: Parameters<Functions[Name]>
) => Promise<Awaited<ReturnType<Functions[Name]>>> {
  return async (page, name, ...given) =>
    (await page.evaluate(
      ([method, values]) => {
        const functions = (globalThis as unknown as { page: Record<string, (...values: unknown[]) => unknown> }).page
        return functions[method]?.(...values)
      },
      [name, given] as [string, unknown[]],
    )) as never
}

/** What the server has of the project `shop-app`, the oldest first. */
export async function eventsOf(server: HostedServer): Promise<ReportedEvent[]> {
  const response = await fetch(`${server.origin}/hearth/v1/projects/shop-app/analytics/events?pageSize=500`, {
    headers: { authorization: 'Bearer owner' },
  })
  // The project comes to be with its first request, which the page may still have to send.
  if (response.status === 401 || response.status === 404) return []
  const { events } = (await response.json()) as { events: ReportedEvent[] }
  return events.toReversed()
}

export async function namesOf(server: HostedServer): Promise<string[]> {
  return (await eventsOf(server)).map(({ name }) => name)
}
