import { createPrivateKey, sign } from 'node:crypto'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import { type App, cert, deleteApp, initializeApp } from 'firebase-admin/app'
import { type Auth as AdminAuth, getAuth } from 'firebase-admin/auth'
import { vi } from 'vitest'
import type { NewServiceKey } from '../../apps/server/src/identity/tokens/service-keys.ts'
import { AuthWorld } from './auth-world.ts'

/** A token that a service key signs for itself, as docs/reference/identity.md shows it. */
export function accessToken(key: NewServiceKey, changes: Record<string, unknown> = {}): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: key.clientEmail, sub: key.clientEmail, iat: now, exp: now + 3600, ...changes }
  const content = `${encode({ alg: 'RS256', typ: 'JWT', kid: key.id })}.${encode(claims)}`
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), createPrivateKey(key.privateKeyPem)).toString('base64url')}`
}

/**
 * `firebase-admin` and apps beside it: under `hearth dev` by the emulator variable, under `hearth start` with a service key and no variable,
 * every call to the vendor's hosts led to this server. Tests that start one call `vi.unstubAllEnvs` afterwards.
 */
export class AdminWorld implements AsyncDisposable {
  readonly world: AuthWorld
  readonly admin: AdminAuth
  /** Of `start`. */
  readonly key: NewServiceKey | undefined
  readonly #app: App

  private constructor(world: AuthWorld, app: App, key: NewServiceKey | undefined) {
    this.world = world
    this.admin = getAuth(app)
    this.key = key
    this.#app = app
  }

  static async start(mode: 'dev' | 'start', options: { readonly hashesForReal?: boolean } = {}): Promise<AdminWorld> {
    const world = await AuthWorld.start({ mode, ...options })
    const { project, identity, origin, host } = world.server
    const name = `admin-${names++}`
    if (mode === 'dev') {
      vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', host)
      return new AdminWorld(world, initializeApp({ projectId: project }, name), undefined)
    }
    // Switched off under start until an owner switches them on.
    await identity.settings.update(project, () => ({ emailLinkSignIn: true }))
    const key = await identity.serviceKeys.create(project, { name: 'test', scopes: ['sign-in'] })
    const credential = cert({ projectId: project, clientEmail: key.clientEmail, privateKey: key.privateKeyPem })
    credential.getAccessToken = async () => ({ access_token: accessToken(key), expires_in: 3600 })
    const httpAgent = new Agent()
    httpAgent.createConnection = () => connect(Number(new URL(origin).port), '127.0.0.1')
    return new AdminWorld(world, initializeApp({ credential, projectId: project, httpAgent }, name), key)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await deleteApp(this.#app)
    await this.world[Symbol.asyncDispose]()
  }
}

let names = 1

/** Both ways in which a program meets the server. */
export const adminModes = ['dev', 'start'] as const
