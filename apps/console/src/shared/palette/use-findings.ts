import { useCallback, useEffect, useRef, useState } from 'react'
import type { Finding, Source } from './finding.ts'

/** What one source says of the text. */
export interface Found {
  readonly source: Source
  readonly status: 'asking' | 'known' | 'failed'
  /** While it is asked: those of the text before that still fit. */
  readonly findings: readonly Finding[]
}

/** Somebody who types on is waited for. */
const pauseMs = 140
/** Texts whose findings are kept, for going back by a letter. */
const keptMax = 30
const none: readonly Found[] = []

/**
 * Asks every source for the text, once the typing pauses; what was asked for the text before is given up. Nothing is asked for an empty text.
 */
export function useFindings(
  sources: readonly Source[],
  text: string,
): { readonly found: readonly Found[]; readonly retry: (source: Source) => void } {
  const [found, setFound] = useState<readonly Found[]>(none)
  const kept = useRef(new Map<string, readonly Finding[]>())
  const asking = useRef(new AbortController())

  const ask = useCallback(async (source: Source, sought: string, signal: AbortSignal) => {
    const key = `${source.id} ${sought}`
    const known = kept.current.get(key)
    const tell = (status: Found['status'], findings: readonly Finding[]): void => {
      if (signal.aborted) return
      setFound((before) => before.map((one) => (one.source === source ? { source, status, findings } : one)))
    }
    if (known !== undefined) return tell('known', known)
    try {
      const findings = await source.find(sought, signal)
      kept.current.set(key, findings)
      for (const oldest of kept.current.keys()) {
        if (kept.current.size <= keptMax) break
        kept.current.delete(oldest)
      }
      tell('known', findings)
    } catch {
      // The palette says which part wasn't looked through, and offers to try again.
      tell('failed', [])
    }
  }, [])

  useEffect(() => {
    const controller = new AbortController()
    asking.current = controller
    if (text === '') {
      setFound(none)
      return undefined
    }
    const sought = text.toLowerCase()
    setFound((before) =>
      sources.map((source) => ({
        source,
        status: 'asking',
        findings: (before.find((one) => one.source === source)?.findings ?? []).filter(({ title, detail = '' }) =>
          `${title} ${detail}`.toLowerCase().includes(sought),
        ),
      })),
    )
    const timer = setTimeout(() => {
      for (const source of sources) void ask(source, text, controller.signal)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [sources, text, ask])

  const retry = useCallback(
    (source: Source) => {
      setFound((before) => before.map((one) => (one.source === source ? { ...one, status: 'asking' } : one)))
      void ask(source, text, asking.current.signal)
    },
    [ask, text],
  )
  return { found, retry }
}
