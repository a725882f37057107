import { StatusError } from '@hearth/model'

interface UnderWay {
  readonly kind: 'append' | 'finish'
  readonly over: Promise<void>
}

/** Lets one request at a time change an upload: nothing is written to it while, or after, it becomes a file. */
export class ExclusiveUploads {
  readonly #underWay = new Map<string, UnderWay>()

  /** Throws `aborted`/`UPLOAD_BUSY` while another request is at it. */
  async append<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
    return await this.#alone(uploadId, 'append', work)
  }

  /** Waits for another request that finishes it; throws `aborted`/`UPLOAD_BUSY` while one appends to it. */
  async finish<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
    for (;;) {
      const underWay = this.#underWay.get(uploadId)
      if (underWay?.kind !== 'finish') return await this.#alone(uploadId, 'finish', work)
      await underWay.over
    }
  }

  async #alone<T>(uploadId: string, kind: UnderWay['kind'], work: () => Promise<T>): Promise<T> {
    if (this.#underWay.has(uploadId)) {
      throw new StatusError('aborted', 'UPLOAD_BUSY', 'Another request is writing to this upload.')
    }
    const { promise: over, resolve } = Promise.withResolvers<void>()
    this.#underWay.set(uploadId, { kind, over })
    try {
      return await work()
    } finally {
      this.#underWay.delete(uploadId)
      resolve()
    }
  }
}
