import type { ProjectUsage } from '../api/projects.ts'
import { errorTexts } from '../../texts/en/errors.ts'
import { formatBytes } from '../../texts/format.ts'

/** The server has no room for a file: `storage/quota-exceeded` with what the SDK doesn't tell, how much is used and how much there may be. */
export class NoRoom extends Error {
  readonly code = 'storage/quota-exceeded'
  readonly #sizeBytes: number
  readonly #usage: Pick<ProjectUsage, 'storedBytes' | 'storageQuotaBytes' | 'uploadLimitBytes'>

  constructor(sizeBytes: number, usage: Pick<ProjectUsage, 'storedBytes' | 'storageQuotaBytes' | 'uploadLimitBytes'>) {
    super('')
    this.name = 'NoRoom'
    this.#sizeBytes = sizeBytes
    this.#usage = usage
  }

  /** No room that is made lets it in. */
  get isTooLarge(): boolean {
    return this.#sizeBytes > this.#usage.uploadLimitBytes
  }

  /** How much is used, what is the limit, and who can raise it. */
  get words(): string {
    const { storedBytes, storageQuotaBytes, uploadLimitBytes } = this.#usage
    if (this.isTooLarge) return errorTexts.fileTooLarge(formatBytes(uploadLimitBytes))
    if (storageQuotaBytes === null) return errorTexts.diskFull
    return errorTexts.quotaOf(formatBytes(storedBytes), formatBytes(storageQuotaBytes), formatBytes(this.#sizeBytes))
  }
}
