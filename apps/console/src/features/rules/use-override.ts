import { useEffect, useState } from 'react'
import { useDatabase } from '../../databases/use-database.ts'
import { findOverride, type RulesOverride } from './queries/rules-override.ts'
import type { RulesArea } from '../../rules/rules-area.ts'

/** A file that is saved shows here about as soon as it holds. */
const pollMs = 2_000

/** What holds of an area instead of published rules; `loading` before the first answer. Asked again and again while there is something. */
export function useOverride(area: RulesArea): RulesOverride | 'none' | 'loading' {
  const database = useDatabase()
  const [known, setKnown] = useState<RulesOverride | 'none' | 'loading'>('loading')
  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout>
    const ask = async (before: RulesOverride | undefined): Promise<void> => {
      // Without an answer what was known stays.
      const found = document.hidden ? before : await findOverride(database, area).catch(() => before)
      if (!isCurrent) return
      // The same rules keep their identity, so that nothing is compiled anew.
      const isSame = before !== undefined && found?.since === before.since
      const next = isSame ? before : found
      setKnown(next ?? 'none')
      if (next !== undefined) timer = setTimeout(() => void ask(next), pollMs)
    }
    void ask(undefined)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [database, area])
  return known
}
