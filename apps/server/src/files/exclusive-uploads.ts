import { StatusError } from '@hearth/model'

interface UnderWay {
  readonly kind: 'append' | 'finish'
  readonly over: Promise<void>
  readonly stop: AbortController
}

/**
 * Lets one request at a time change an upload. The newest goes on: a client whose connection was lost sends its part again while the
 * server still waits for the rest of the first. Nothing is written to an upload while it becomes a file.
 */
export class ExclusiveUploads {
  readonly #underWay = new Map<string, UnderWay>()

  /**
   * Stops another append, and waits for another finish. `work` ends as soon as its signal is aborted, and throws the reason:
   * `unavailable`/`UPLOAD_TAKEN_OVER`.
   */
  async append<T>(uploadId: string, work: (stopped: AbortSignal) => Promise<T>): Promise<T> {
    for (let other = this.#underWay.get(uploadId); other !== undefined; other = this.#underWay.get(uploadId)) {
      if (other.kind === 'append') this.stop(uploadId)
      await other.over
    }
    return await this.#alone(uploadId, 'append', work)
  }

  /** Waits for another finish. Throws `unavailable`/`UPLOAD_BUSY` during an append, which may bring more than the end knows of. */
  async finish<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
    for (let other = this.#underWay.get(uploadId); other !== undefined; other = this.#underWay.get(uploadId)) {
      if (other.kind === 'append') throw busy()
      await other.over
    }
    return await this.#alone(uploadId, 'finish', work)
  }

  /** Ends an append to an upload that is over. */
  stop(uploadId: string): void {
    this.#underWay.get(uploadId)?.stop.abort(takenOver())
  }

  async #alone<T>(uploadId: string, kind: UnderWay['kind'], work: (stopped: AbortSignal) => Promise<T>): Promise<T> {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const stop = new AbortController()
    this.#underWay.set(uploadId, { kind, over, stop })
    try {
      return await work(stop.signal)
    } finally {
      this.#underWay.delete(uploadId)
      resolve()
    }
  }
}

function busy(): StatusError {
  return new StatusError('unavailable', 'UPLOAD_BUSY', 'Another request is writing to this upload.')
}

function takenOver(): StatusError {
  return new StatusError(
    'unavailable',
    'UPLOAD_TAKEN_OVER',
    'Another request goes on with this upload, or has ended it.',
  )
}
