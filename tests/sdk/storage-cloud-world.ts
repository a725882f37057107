import { type Bucket, Storage, type StorageOptions } from '@google-cloud/storage'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

/** The file of a service key, as Settings gives it. */
export interface KeyFile {
  readonly client_email: string
  readonly private_key: string
  readonly private_key_id: string
  readonly project_id: string
}

/** `@google-cloud/storage` against `hearth start`, with a service key and without emulator variables. */
export class CloudWorld implements AsyncDisposable {
  readonly server: TestServer
  readonly owner: ConsoleAccount
  readonly key: KeyFile
  readonly storage: Storage
  readonly bucket: Bucket

  private constructor(server: TestServer, owner: ConsoleAccount, key: KeyFile) {
    this.server = server
    this.owner = owner
    this.key = key
    this.storage = openStorage(server.origin, key)
    this.bucket = this.storage.bucket(`${key.project_id}.firebasestorage.app`)
  }

  static async start(settings: Readonly<Record<`HEARTH_${string}`, string>> = {}): Promise<CloudWorld> {
    const server = await TestServer.start({ settings })
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Shop')
    return new CloudWorld(server, owner, await makeKey(owner, 'shop-app'))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}

export async function makeKey(owner: ConsoleAccount, project: string): Promise<KeyFile> {
  const made = await owner.call('POST', `/projects/${project}/service-keys`, { name: 'Test' })
  return (await made.json()) as KeyFile
}

export function openStorage(
  origin: string,
  key: KeyFile,
  retryOptions: StorageOptions['retryOptions'] = { autoRetry: false },
): Storage {
  const storage = new Storage({
    apiEndpoint: origin,
    useAuthWithCustomEndpoint: true,
    universeDomain: new URL(origin).hostname,
    projectId: key.project_id,
    credentials: key,
    retryOptions,
  })
  // The key signs its own tokens; else the vendor would be asked for one.
  storage.authClient.useJWTAccessWithScope = true
  return storage
}
