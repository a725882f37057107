/** What moves, then what waits for somebody or its turn, then what is over. */
const ranks: Readonly<Record<UploadStatus, number>> = {
  running: 0,
  paused: 1,
  failed: 2,
  queued: 3,
  done: 4,
  cancelled: 4,
}

/** queued → running ⇄ paused → done, or → failed, or → cancelled; the last two may be tried again. One that the server has no room for stays paused. */
export type UploadStatus = 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'

/** One file on its way to a project, as the tray shows it. Never changes: each step makes a new one. */
export interface Upload {
  readonly id: number
  /** Those that came while others were under way have one number; a greater one came when all before were over. */
  readonly round: number
  readonly project: string
  /** The whole path in the project's storage, such as `photos/2026/cat.png`. */
  readonly path: string
  readonly sizeBytes: number
  readonly sentBytes: number
  readonly status: UploadStatus
  /** Bytes a second, once enough is known. */
  readonly bytesPerSecond: number | undefined
  /** Why it failed, or why it is paused though nobody paused it. */
  readonly error: unknown
}

/** A file that is to be sent, and how. */
export interface UploadOrder {
  readonly project: string
  readonly path: string
  readonly sizeBytes: number
  /** Begins to send, from the first byte. Called again when it is tried again. */
  readonly send: (listener: SendingListener) => Sending
}

/** A transfer under way. */
export interface Sending {
  pause(): void
  resume(): void
  /** Ends it, whether it runs or is paused; the listener hears nothing more. */
  cancel(): void
}

export interface SendingListener {
  progressed(sentBytes: number): void
  done(): void
  failed(error: unknown): void
  /**
   * It can't go on before something is done about it. It is paused, and begins anew when it is resumed.
   *
   * @param mended resolves when it goes on by itself
   */
  held(error: unknown, mended?: Promise<void>): void
}

/** Neither done nor given up: leaving the page would lose it. */
export function isUnderWay({ status }: Upload): boolean {
  return status === 'queued' || status === 'running' || status === 'paused'
}

/** As the tray lists them: with many files those under way would be out of sight otherwise. Of one kind in the order they were given. */
export function inTrayOrder(all: readonly Upload[]): Upload[] {
  return all.toSorted((one, other) => ranks[one.status] - ranks[other.status])
}
