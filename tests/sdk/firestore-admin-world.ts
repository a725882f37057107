import { Firestore } from '@google-cloud/firestore'
import { GoogleAuth, OAuth2Client } from 'google-auth-library'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

/** How the server library reaches a server, and its `preferRest`. */
export const transports: readonly [string, boolean][] = [
  ['gRPC', false],
  ['REST', true],
]

export interface World extends AsyncDisposable {
  readonly db: Firestore
  readonly server: TestServer
}

type Settings = ConstructorParameters<typeof Firestore>[0]

/** The server library that `firebase-admin` hands out, with the credential that `hearth dev` takes for the owner. */
export async function openWorld(preferRest: boolean, more: Settings = {}): Promise<World> {
  const server = await TestServer.start({ mode: 'dev' })
  // The library reads it once, at construction; it is how the Admin SDK is told of any server that takes `Bearer owner`.
  process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${server.port}`
  const db = new Firestore({ projectId: 'sdk-tests', preferRest, ...(preferRest && { auth: ownerAuth() }), ...more })
  delete process.env['FIRESTORE_EMULATOR_HOST']
  return {
    db,
    server,
    async [Symbol.asyncDispose]() {
      await db.terminate()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Over REST the library looks for a cloud's credentials even so; this is the one it would find. */
function ownerAuth(): GoogleAuth {
  const client = new OAuth2Client()
  client.setCredentials({ access_token: 'owner', expiry_date: Date.now() + 3_600_000 })
  return new GoogleAuth({ authClient: client, projectId: 'sdk-tests' })
}
