import { lazy, Suspense } from 'react'
import { useUploads } from '../uploads.ts'
import { useLostUploads } from '../use-lost-uploads.ts'

const UploadTray = lazy(async () => ({ default: (await import('./upload-tray.tsx')).UploadTray }))

/** The tray, once there is something in it; its code comes with the first upload. */
export function UploadTrayHost() {
  const lost = useLostUploads()
  return useUploads().length === 0 && lost.lost.length === 0 ? null : (
    <Suspense fallback={null}>
      <UploadTray lost={lost} />
    </Suspense>
  )
}
