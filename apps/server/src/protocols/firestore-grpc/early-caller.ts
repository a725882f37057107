import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../../access/caller.ts'

/** Who asks, known before anything of their message is unpacked or decoded. */
export interface EarlyCaller {
  readonly project: string
  readonly caller: Caller
}

/**
 * The project that the headers name, as the official clients send them: `google-cloud-resource-prefix: projects/P/databases/D`, and
 * `x-goog-request-params` with the same in `database`, `parent` or `name`, percent-encoded (wire-protocol 3.7). What the message says
 * counts in the end; this only says whose credential is looked at first.
 */
export function projectOfHeaders(headers: IncomingHttpHeaders): string | undefined {
  const prefix = headers['google-cloud-resource-prefix']
  const ofPrefix = projectOf(typeof prefix === 'string' ? prefix : '')
  if (ofPrefix !== undefined) return ofPrefix
  const params = headers['x-goog-request-params']
  if (typeof params !== 'string') return undefined
  for (const name of new URLSearchParams(params).values()) {
    const project = projectOf(name)
    if (project !== undefined) return project
  }
  return undefined
}

function projectOf(name: string): string | undefined {
  return /^projects\/([^/]+)\/databases\/[^/]+/.exec(name)?.[1]
}
