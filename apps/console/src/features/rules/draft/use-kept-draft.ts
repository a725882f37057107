import { useEffect, useRef, useState } from 'react'
import {
  type DraftPlace,
  forgetDraft,
  keepDraft,
  type Keeping,
  type KeptDraft,
  readDraft,
} from '../../../shared/rules/kept-draft.ts'

/** Keeping a long text takes longer than a key may; more than this a crash does not take. */
const pauseMs = 500

/**
 * Keeps what is written in this browser, until it is published or given up, and offers what an earlier visit left. While that is
 * offered nothing takes its place. `keeping`: what became of the latest try.
 *
 * @param draft undefined: the text is as published
 * @param base the ruleset that is changed
 * @param published the text of what holds: a draft that says the same is none
 */
export function useKeptDraft(
  place: DraftPlace | undefined,
  draft: string | undefined,
  base: string | undefined,
  published: string,
): {
  readonly offered: KeptDraft | undefined
  readonly keeping: Keeping | undefined
  readonly settle: (what: 'taken' | 'given-up') => void
} {
  const [offered, setOffered] = useState(() => {
    const found = place === undefined || draft !== undefined ? undefined : readDraft(place)
    return found?.text === published ? undefined : found
  })
  const [keeping, setKeeping] = useState<Keeping>()
  const isOffering = offered !== undefined
  const latest = useRef(place)
  latest.current = place
  /** Keeps what is written: the end of the page comes before the pause does, or another tab may have given it up. */
  const write = useRef<() => void>(undefined)
  /** When what this page keeps was written: what another tab keeps in its place by now is that tab's to forget. */
  const keptAt = useRef<number>(undefined)
  const first = useRef(draft)

  useEffect(() => {
    const kept = latest.current && readDraft(latest.current)
    // Written on this page before another area was looked at.
    if (kept !== undefined && kept.text === first.current) keptAt.current = kept.at
  }, [])

  useEffect(() => {
    if (isOffering) return undefined
    if (draft === undefined) {
      write.current = undefined
      if (latest.current !== undefined && readDraft(latest.current)?.at === keptAt.current) forgetDraft(latest.current)
      keptAt.current = undefined
      setKeeping(undefined)
      return undefined
    }
    const at = Date.now()
    const keep = (): void => {
      if (latest.current === undefined) return
      const outcome = keepDraft(latest.current, { text: draft, base, at })
      setKeeping(outcome)
      // Without room what was kept before stays, and is this page's still.
      if (outcome === 'kept') keptAt.current = at
    }
    write.current = keep
    const timer = setTimeout(keep, pauseMs)
    return () => clearTimeout(timer)
  }, [draft, base, isOffering])

  useEffect(() => {
    const flush = (): void => write.current?.()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  return {
    offered,
    keeping,
    settle: (what) => {
      if (what === 'given-up' && place !== undefined) forgetDraft(place)
      if (what === 'taken') keptAt.current = offered?.at
      setOffered(undefined)
    },
  }
}
