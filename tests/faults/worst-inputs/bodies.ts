import type { HostedServer } from '../../../apps/server/src/testing/hosted-server.ts'
import { filled, long, owner, type WorstRequest } from './worst-input.ts'

export const project = 'projects/demo-app'

export const post = (path: string, body: string, method = 'POST'): WorstRequest => ({
  method,
  path,
  headers: owner,
  body,
})

/** A body whose members are each as large as it may be, for what takes lists and texts of many names. */
export const withLists = (bytes: number, names: string, item: string): string => {
  const all = names.split(' ')
  const share = Math.floor(bytes / all.length) - 8
  return `{${all.map((name) => filled(share, `"${name}":[`, item, ']')).join(',')}}`
}

export const withTexts = (bytes: number, names: string, character: string): string => {
  const all = names.split(' ')
  const share = Math.floor(bytes / all.length) - 8
  return `{${all.map((name) => long(share, `"${name}":"`, character, '"')).join(',')}}`
}

/** What is answered. Rejects unless it is made. */
export async function prepared({ origin }: HostedServer, path: string, body: string): Promise<unknown> {
  const answer = await fetch(origin + path, { method: 'POST', headers: owner, body })
  if (!answer.ok) throw new Error(`${path} was not taken: ${await answer.text()}`)
  return await answer.json()
}
