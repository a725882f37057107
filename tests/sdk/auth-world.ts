import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app'
import { type Auth, connectAuthEmulator, inMemoryPersistence, initializeAuth } from 'firebase/auth'
import { IdentityWorld } from '../../apps/server/src/testing/identity-world.ts'

/** The identity service and apps with the official SDK that are connected to it. */
export class AuthWorld implements AsyncDisposable {
  readonly server: IdentityWorld
  readonly #apps: FirebaseApp[] = []

  private constructor(server: IdentityWorld) {
    this.server = server
  }

  static async start(options: Parameters<typeof IdentityWorld.start>[0]): Promise<AuthWorld> {
    return new AuthWorld(await IdentityWorld.start(options))
  }

  /** Another device: an app with a session of its own. */
  device(options: { apiKey?: string } = {}): Auth {
    const { apiKey = this.server.apiKey } = options
    const app = initializeApp({ apiKey, projectId: this.server.project }, `device-${nextDevice++}`)
    this.#apps.push(app)
    const auth = initializeAuth(app, { persistence: inMemoryPersistence })
    connectAuthEmulator(auth, this.server.origin, { disableWarnings: true })
    return auth
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const app of this.#apps) await deleteApp(app)
    await this.server[Symbol.asyncDispose]()
  }
}

let nextDevice = 1

/** The code an SDK call fails with; `none` when it succeeds. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'none'
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code)
    throw error
  }
}
