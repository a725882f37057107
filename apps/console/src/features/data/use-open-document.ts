import { doc, type DocumentSnapshot, type Firestore } from 'firebase/firestore'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ProjectDatabase } from '../../documents/project-database.ts'
import { dataOf, type Live } from '../../backend/live/live-state.ts'
import { useDocument } from '../../backend/live/listeners.ts'
import { findDocument } from '../../documents/read-document.ts'
import { refineFields } from '../../documents/values/refine.ts'
import { asGuessed, fieldsFromSdk, isAmbiguous } from '../../documents/values/sdk-value.ts'
import { equals, noFields, type TypedFields } from '../../documents/values/typed-value.ts'

export interface LiveDocument {
  readonly live: Live<DocumentSnapshot>
  /** undefined until they are known; empty for a document that isn't there. */
  readonly fields: TypedFields | undefined
  readonly isThere: boolean
  /** False while the server has not said yet which numbers are integers and which are doubles: nothing may be edited then. */
  readonly isExact: boolean
  readonly isPending: boolean
  /** Why the exact types couldn't be asked. */
  readonly problem: unknown
  readonly retry: () => void
  /** Says what the document holds after a save from here, whose types needn't be asked for; undefined when the save came to nothing. */
  readonly expect: (fields: TypedFields | undefined) => void
}

interface Asked {
  readonly fields: TypedFields
  readonly problem: unknown
  /** Nobody asked: it is what a save from here made. What holds the same values later may be another's, with other types. */
  readonly isOfSave: boolean
}

/**
 * A document, live, with the exact types of its values. The SDK's listener tells of each change; where its numbers don't say enough,
 * the server is asked once more, and until it answers what did not change keeps the types it had.
 *
 * @param known what a list has of it already, until the listener tells
 */
export function useOpenDocument(
  database: ProjectDatabase,
  firestore: Firestore,
  path: string,
  known?: DocumentSnapshot,
): LiveDocument {
  const live = useDocument(doc(firestore, path))
  const current = dataOf(live)
  const [last, setLast] = useState(known)
  if (current !== undefined && current !== last) setLast(current)
  // Once it was there it stays, so that what is typed isn't lost when listening fails.
  const snapshot = current ?? last
  const isThere = snapshot?.exists() ?? false
  const isPending = snapshot?.metadata.hasPendingWrites ?? false
  const guess = useMemo(
    () => (snapshot?.exists() === true ? fieldsFromSdk(snapshot.data({ serverTimestamps: 'estimate' })) : noFields),
    [snapshot],
  )
  const [asked, setAsked] = useState<Asked>()
  const [turn, setTurn] = useState(0)
  const [expected, setExpected] = useState<TypedFields>()
  const isExpected = useMemo(() => expected !== undefined && isGuessOf(guess, expected), [guess, expected])
  // The listener has told of the save: what was asked before it is over.
  if (
    isExpected &&
    expected !== undefined &&
    asked?.fields !== expected &&
    !isGuessOf(guess, asked?.fields ?? noFields)
  )
    setAsked({ fields: expected, problem: undefined, isOfSave: true })
  // A save whose outcome only the server knows, such as its time, says the types of all else until that is asked: what is open stays.
  const exact = isExpected ? expected : (asked?.fields ?? expected)
  const mayFit = isExpected || asked?.isOfSave === false
  const fits = useMemo(() => mayFit && exact !== undefined && isGuessOf(guess, exact), [guess, exact, mayFit])
  const mustAsk = isThere && !fits && isAmbiguous({ kind: 'map', fields: guess })

  useEffect(() => {
    if (!mustAsk) return
    let isCurrent = true
    findDocument(database, path).then(
      (stored) => {
        if (!isCurrent || stored === undefined) return
        setAsked({ fields: stored.fields, problem: undefined, isOfSave: false })
        // From here on this is what is known: a number may come back with another type.
        setExpected(undefined)
      },
      (problem: unknown) => {
        if (isCurrent)
          setAsked((before) => ({ fields: before?.fields ?? noFields, problem, isOfSave: before?.isOfSave ?? false }))
      },
    )
    return () => {
      isCurrent = false
    }
    // `guess` is asked about anew whenever it changes.
  }, [database, path, guess, mustAsk, turn])

  const fields = useMemo(() => (exact === undefined ? guess : refineFields(guess, exact)), [guess, exact])
  return {
    live,
    fields: snapshot === undefined || (mustAsk && exact === undefined) ? undefined : fields,
    isThere,
    // What this console has just written itself is guessed right: the SDK writes whole numbers as integers.
    isExact: !mustAsk || isPending,
    isPending,
    problem: mustAsk ? asked?.problem : undefined,
    retry: useCallback(() => setTurn((before) => before + 1), []),
    // What would be made of guesses is one.
    expect: useCallback((fields) => setExpected(mustAsk ? undefined : fields), [mustAsk]),
  }
}

function isGuessOf(guess: TypedFields, exact: TypedFields): boolean {
  return equals({ kind: 'map', fields: guess }, asGuessed({ kind: 'map', fields: exact }))
}
