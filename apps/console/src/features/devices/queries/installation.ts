import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'

const user = z.object({ uid: z.string(), tenant: z.nullable(z.string()), linkedAt: z.string() })

/** A copy of an app on a device or in a browser. Times are RFC 3339; `device` is the `User-Agent` it was last seen with. */
export const installation = z.object({
  fid: z.string(),
  appId: z.string(),
  platform: z.enum(['web', 'ios', 'android', 'unknown']),
  sdkVersion: z.string(),
  device: z.nullable(z.string()),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  tokenExpiresAt: z.string(),
  user: z.nullable(user),
})

export const installationPage = z.object({
  installations: z.array(installation),
  nextPageToken: z.optional(z.string()),
})

export type Installation = z.infer<typeof installation>
export type InstallationUser = z.infer<typeof user>

export function installationsPath(project: ProjectSession): string {
  return `/hearth/v1/projects/${encodeURIComponent(project.id)}/installations`
}
