import { useSyncExternalStore } from 'react'
import { leavingQuestion } from '../../browser/leaving-question.ts'
import { registerWork } from '../../session/work-under-way.ts'
import { isUnderWay, type Upload } from './upload.ts'
import { UploadQueue } from './upload-queue.ts'

/** All files on their way in this tab, whatever screen is open. */
export const uploads = new UploadQueue({ runningMax: 3, keptMax: 1000, now: () => performance.now() })

const askBeforeLeaving = leavingQuestion()
uploads.subscribe(() => askBeforeLeaving(uploads.getSnapshot().some(isUnderWay)))
registerWork('uploads', () => uploads.getSnapshot().filter(isUnderWay).length)

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.getSnapshot)
}
