import { lazy, Suspense } from 'react'
import { useUploads } from '../../../shared/uploads/uploads.ts'

const UploadTray = lazy(async () => ({ default: (await import('./upload-tray.tsx')).UploadTray }))

/** The tray, once there is something in it; its code comes with the first upload. */
export function UploadTrayHost() {
  return useUploads().length === 0 ? null : (
    <Suspense fallback={null}>
      <UploadTray />
    </Suspense>
  )
}
