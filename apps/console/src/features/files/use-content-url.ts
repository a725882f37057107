import { useEffect, useState } from 'react'
import { useFailure } from '../../ui/query-content.tsx'
import { useContent } from './queries/files-queries.ts'
import type { FullMetadata } from 'firebase/storage'

/**
 * An address in this tab of all that is in a file, for what shows it; undefined until it is read.
 * @param type what the content is taken for, whatever it is
 */
export function useContentUrl(
  { fullPath, generation }: FullMetadata,
  type: string,
): { readonly url: string | undefined; readonly error: unknown } {
  const query = useContent(fullPath, generation)
  const content = query.data
  const error = useFailure(query)
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (content === undefined) return
    const made = URL.createObjectURL(new Blob([content], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content, type])
  return { url, error }
}
