import { useSyncExternalStore } from 'react'
import { isUnderWay, type Upload } from './upload.ts'
import { UploadQueue } from './upload-queue.ts'

/** All files on their way in this tab, whatever screen is open. */
export const uploads = new UploadQueue({ runningMax: 3, keptMax: 1000, now: () => performance.now() })

uploads.subscribe(() => {
  if (uploads.getSnapshot().some(isUnderWay)) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
})

/** The browser asks in its own words. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.getSnapshot)
}
