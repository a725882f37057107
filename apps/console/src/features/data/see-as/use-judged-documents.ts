import type { QueryDocumentSnapshot } from 'firebase/firestore'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { SeenRows } from '../../../shared/see-as/see-as-bar.tsx'
import type { SeenAs } from '../../../shared/see-as/use-see-as.ts'
import { useVerdicts } from '../../../shared/see-as/use-verdicts.ts'
import type { RowVerdict } from '../../../shared/see-as/verdicts.ts'

/** Documents that are judged without being on the screen, so that it can be said of how many something is granted. */
const judgedAhead = 300

interface ShownDocuments {
  readonly documents: readonly QueryDocumentSnapshot[]
  readonly documentAt: (row: number) => QueryDocumentSnapshot | undefined
  readonly show: (first: number, last: number) => void
}

/** What rules let the person do with the documents that are loaded, those on the screen among them; all undefined while one sees as oneself. */
export function useJudgedDocuments(
  seen: SeenAs | undefined,
  { documents, documentAt, show: showRows }: ShownDocuments,
  fields: readonly string[],
  onJudged: (rows: SeenRows | undefined) => void,
): {
  readonly verdictOf: ((path: string) => RowVerdict | undefined) | undefined
  /** Those that are granted, where nothing else is to be shown. */
  readonly granted: readonly QueryDocumentSnapshot[] | undefined
  readonly show: ShownDocuments['show']
} {
  const [screen, setScreen] = useState({ first: 0, last: 0 })
  const isSeen = seen !== undefined
  const isOnly = seen?.isOnly === true
  const wanted = useMemo(() => {
    if (!isSeen) return []
    const ahead = isOnly ? documents : documents.slice(0, judgedAhead)
    const onScreen = Array.from({ length: screen.last - screen.first }, (_, at) => documentAt(screen.first + at))
    const all = [...onScreen, ...ahead].filter((document) => document !== undefined)
    return [...new Map(all.map((document) => [document.ref.path, document])).values()].map((document) => ({
      path: document.ref.path,
      state: document,
    }))
  }, [isSeen, isOnly, documents, documentAt, screen])
  const { byPath, rules, isKnown, isAsking, error, retry } = useVerdicts('documents', seen, wanted, fields)
  useEffect(() => {
    if (!isSeen) {
      onJudged(undefined)
      return
    }
    const verdicts = wanted.flatMap(({ path }) => byPath.get(path) ?? [])
    onJudged({ verdicts, rules, isKnown, isAsking, error, retry })
    // `retry` belongs to the others.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isSeen, wanted, byPath, rules, isKnown, isAsking, error, onJudged])
  const show = useCallback(
    (first: number, last: number) => {
      showRows(first, last)
      setScreen((before) => (before.first === first && before.last === last ? before : { first, last }))
    },
    [showRows],
  )
  const verdictOf = useCallback((path: string) => byPath.get(path), [byPath])
  const granted = useMemo(
    () => (isOnly ? documents.filter(({ ref }) => byPath.get(ref.path)?.isAllowed === true) : undefined),
    [isOnly, documents, byPath],
  )
  return { verdictOf: isSeen ? verdictOf : undefined, granted, show }
}
