import { useCallback, useRef, useState } from 'react'
import { useAsked, type Asked } from './use-asked.ts'

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly nextPageToken: string | undefined
}

export interface AskedPages<Row> {
  readonly asked: Asked<ListPage<Row>>
  /** Reads again as much as is shown, from the first page on. */
  readonly askAgain: () => void
  readonly isAsking: boolean
  readonly mayShowMore: boolean
  /** As many as a list holds are here, and there are more. */
  readonly isFull: boolean
  readonly showMore: () => void
}

const rowsMaxOfMost = 2_000
/** A filtered page may be empty and not the last: so many are read on for something to show. */
const pagesReadOn = 10

interface Held<Row> extends ListPage<Row> {
  /** What they were listed by. */
  readonly list: ListOf<Row>
  /** How often it was read on, the first time among them. */
  readonly steps: number
}

type ListOf<Row> = (pageToken: string | undefined) => Promise<ListPage<Row>>

/**
 * The first pages of a list, one at first, and each further one when it is asked for, which goes on where the one before ended.
 *
 * @param list one page; must be the same function from render to render
 * @param rowsMax no further page is offered when so many rows are there
 */
export function usePages<Row>(list: ListOf<Row>, rowsMax = rowsMaxOfMost): AskedPages<Row> {
  const [wanted, setWanted] = useState({ list, steps: 1 })
  // Another list begins anew.
  if (wanted.list !== list) setWanted({ list, steps: 1 })
  const steps = wanted.list === list ? wanted.steps : 1
  const held = useRef<Held<Row>>(undefined)
  const ask = useCallback(async (): Promise<Held<Row>> => {
    const before = held.current
    const goesOn = before?.list === list && before.steps < steps
    let read: Held<Row> = goesOn ? before : { list, steps: 0, rows: [], nextPageToken: undefined }
    while (read.steps < steps && (read.steps === 0 || read.nextPageToken !== undefined)) {
      const more = await readOn(list, read.nextPageToken)
      read = { ...more, list, steps: read.steps + 1, rows: [...read.rows, ...more.rows] }
    }
    held.current = { ...read, steps }
    return held.current
  }, [list, steps])
  const { asked, askAgain } = useAsked(ask)
  const { answer } = asked
  const hasMore = answer?.nextPageToken !== undefined
  const isFull = hasMore && answer.rows.length >= rowsMax
  return {
    // A page more is no other question: what is there stays, also when it doesn't come.
    asked: { ...asked, isOther: answer !== undefined && answer.list !== list },
    askAgain,
    isAsking: asked.status === 'known' && asked.isAsking,
    mayShowMore: hasMore && !isFull,
    isFull,
    showMore: () => setWanted({ list, steps: steps + 1 }),
  }
}

/** The next page with rows; an empty one where many pages had none. */
async function readOn<Row>(list: ListOf<Row>, from: string | undefined): Promise<ListPage<Row>> {
  let page = await list(from)
  for (let read = 1; read < pagesReadOn && page.rows.length === 0 && page.nextPageToken !== undefined; read += 1) {
    page = await list(page.nextPageToken)
  }
  return page
}
