import { useUploads } from '../../uploads/uploads.ts'
import { useCalmed } from './use-calmed.ts'

/** Many small files that arrive one after the other don't make as many questions. */
const calmMs = 1500

/** Changes when files arrived at or below a folder of a project, so that what is shown of it can be asked for again. */
export function useArrivals(project: string, folder: string): string {
  const prefix = folder === '' ? '' : `${folder}/`
  const arrived = useUploads().filter(
    (upload) => upload.status === 'done' && upload.project === project && upload.path.startsWith(prefix),
  )
  return useCalmed(arrived.map(({ id }) => id).join(), calmMs)
}
