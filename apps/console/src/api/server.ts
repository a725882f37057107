import * as z from 'zod/mini'
import { callHearth } from './call-hearth.ts'

const setting = z.object({
  name: z.string(),
  flag: z.string(),
  area: z.string(),
  help: z.string(),
  defaultText: z.string(),
  from: z.enum(['default', 'environment', 'flag']),
  /** `null` for a secret, and where the default holds. */
  value: z.nullable(z.string()),
})

/** Times are RFC 3339, sizes are bytes. */
const server = z.object({
  version: z.string(),
  mode: z.enum(['start', 'dev']),
  node: z.string(),
  platform: z.string(),
  startedAt: z.string(),
  timeZone: z.string(),
  clock: z.object({
    /** Why it is not believed. */
    doubt: z.nullable(z.enum(['jumped', 'ahead-at-start', 'behind-at-start'])),
    bySeconds: z.number(),
    /** Nothing is deleted because of its age. */
    holdsSweeps: z.boolean(),
    /** Whose documents are dated after the present. */
    aheadProjects: z.array(z.string()),
  }),
  listensAt: z.string(),
  publicUrl: z.nullable(z.string()),
  mailEnabled: z.boolean(),
  storage: z.object({
    engine: z.string(),
    folder: z.string(),
    contents: z.string(),
    storeBytes: z.number(),
    fileBytes: z.number(),
    disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }),
  }),
  projectCount: z.number(),
  backups: z.object({
    nextAt: z.nullable(z.string()),
    folder: z.string(),
    /** Those whose newest backup is the oldest first; not all of them where there are many. */
    projects: z.array(z.object({ projectId: z.string(), name: z.string(), lastAt: z.nullable(z.string()) })),
  }),
  settings: z.array(setting),
})

export type ServerSetting = z.infer<typeof setting>
export type ServerState = z.infer<typeof server>

/** How the server is set up and what there is on it, without secrets. For its owner. */
export async function getServer(idToken: string): Promise<ServerState> {
  return await callHearth({ path: '/hearth/v1/server', idToken, answer: server })
}
