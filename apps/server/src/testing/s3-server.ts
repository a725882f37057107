import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error -- it has no types
import s3rver from 's3rver'

/** The part of it that is used here. */
interface S3rver {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}

const S3rver = s3rver as new (options: {
  port: number
  address: string
  directory: string
  silent: boolean
  configureBuckets: readonly { name: string }[]
}) => S3rver

const BUCKET = 'hearth-files'

/** A store that speaks S3, on a free port of loopback, with one bucket. It checks signatures. */
export class S3Server implements AsyncDisposable {
  readonly #folder: string
  #server: S3rver
  #port = 0

  private constructor(folder: string) {
    this.#folder = folder
    this.#server = this.#make()
  }

  static async start(): Promise<S3Server> {
    const store = new S3Server(await mkdtemp(join(tmpdir(), 'hearth-s3-')))
    await store.resume()
    return store
  }

  get settings() {
    return {
      bucket: BUCKET,
      prefix: '',
      endpoint: `http://127.0.0.1:${this.#port}`,
      region: 'us-east-1',
      // The only pair it knows.
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    }
  }

  /** Nobody answers until `resume`; what is stored stays. */
  async pause(): Promise<void> {
    await this.#server.close()
    this.#server = this.#make()
  }

  async resume(): Promise<void> {
    this.#port = (await this.#server.run()).port
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close()
    await rm(this.#folder, { recursive: true })
  }

  #make(): S3rver {
    return new S3rver({
      port: this.#port,
      address: '127.0.0.1',
      directory: this.#folder,
      silent: true,
      configureBuckets: [{ name: BUCKET }],
    })
  }
}
