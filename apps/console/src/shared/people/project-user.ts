import * as z from 'zod/mini'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'

const provider = z.object({
  providerId: z.string(),
  rawId: z.optional(z.string()),
  email: z.optional(z.string()),
  displayName: z.optional(z.string()),
  phoneNumber: z.optional(z.string()),
})

const secondFactor = z.object({
  mfaEnrollmentId: z.string(),
  displayName: z.optional(z.string()),
  /** RFC 3339. */
  enrolledAt: z.optional(z.string()),
  /** Of a text message; an authenticator app has none. */
  phoneInfo: z.optional(z.string()),
})

const passkey = z.object({
  credentialId: z.string(),
  name: z.string(),
  rpId: z.optional(z.string()),
  /** RFC 3339. */
  lastUsedAt: z.optional(z.string()),
})

/** A user of a project as the identity protocol tells operators. */
export const projectUser = z.object({
  localId: z.string(),
  email: z.optional(z.string()),
  emailVerified: z.optional(z.boolean()),
  displayName: z.optional(z.string()),
  photoUrl: z.optional(z.string()),
  phoneNumber: z.optional(z.string()),
  disabled: z.optional(z.boolean()),
  /** Made by the sign-in with a token of the app's own server. */
  customAuth: z.optional(z.boolean()),
  /** Seconds since the epoch, as text: sessions from before are over. */
  validSince: z.optional(z.string()),
  /** Stands for the hash; its presence says that there is a password. */
  passwordHash: z.optional(z.string()),
  providerUserInfo: z.optional(z.array(provider)),
  mfaInfo: z.optional(z.array(secondFactor)),
  passkeyInfo: z.optional(z.array(passkey)),
  /** JSON. */
  customAttributes: z.optional(z.string()),
  tenantId: z.optional(z.string()),
  /** Milliseconds since the epoch, as text. */
  createdAt: z.optional(z.string()),
  lastLoginAt: z.optional(z.string()),
})

export type ProjectUser = z.infer<typeof projectUser>
export type UserProvider = z.infer<typeof provider>
export type UserPasskey = z.infer<typeof passkey>
export type UserFactor = z.infer<typeof secondFactor>

/** What people know a user by. */
export function labelOf(user: ProjectUser): string {
  return user.displayName || user.email || user.phoneNumber || user.localId
}

/** What people know a user by: the address, else the name, else the number, else the uid. */
export function nameOfUser({ localId, email, displayName, phoneNumber }: ProjectUser): string {
  return email || displayName || phoneNumber || localId
}

/** The identity protocol's address for what operators do with accounts, such as `:query`. */
export function accountsPath(project: ProjectSession, method = ''): string {
  return `/identitytoolkit.googleapis.com/v1/projects/${encodeURIComponent(project.id)}/accounts${method}`
}

export interface FoundUsers {
  readonly users: readonly ProjectUser[]
  /** On all pages. */
  readonly count: number
  /** The project has more users than are looked through. */
  readonly isPartial: boolean
}
