import type { Upload, UploadStatus } from '../../../shared/uploads/upload.ts'

/** What moves, then what waits for somebody or its turn, then what is over. */
const ranks: Readonly<Record<UploadStatus, number>> = {
  running: 0,
  paused: 1,
  failed: 2,
  queued: 3,
  done: 4,
  cancelled: 4,
}

/** As the tray lists them: with many files those under way would be out of sight otherwise. Of one kind in the order they were given. */
export function inTrayOrder(all: readonly Upload[]): Upload[] {
  return all.toSorted((one, other) => ranks[one.status] - ranks[other.status])
}
