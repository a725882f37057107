import { useCallback, useEffect, useState } from 'react'
import { useProject } from '../../session/project-context.tsx'
import { useAsked } from '../../ui/use-asked.ts'
import { readContent } from './queries/read-content.ts'

/**
 * An address in this tab of all that is in a file, for what shows it; undefined until it is read.
 * @param type what the content is taken for, whatever it is
 */
export function useContentUrl(
  path: string,
  type: string,
): { readonly url: string | undefined; readonly error: unknown } {
  const project = useProject()
  const { asked } = useAsked(useCallback(() => readContent(project, path), [project, path]))
  const content = asked.answer
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (content === undefined) return
    const made = URL.createObjectURL(new Blob([content], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content, type])
  return { url, error: asked.status === 'failed' ? asked.error : undefined }
}
