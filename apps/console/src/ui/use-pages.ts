import { useCallback, useState } from 'react'
import { useAsked, type Asking } from './use-asked.ts'

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly nextPageToken: string | undefined
}

export interface AskedPages<Row> extends Asking<ListPage<Row>> {
  readonly isAsking: boolean
  /** There are more, and not too many are here already. */
  readonly mayShowMore: boolean
  readonly showMore: () => void
}

const pagesMax = 20

/**
 * The first pages of a list, as many as were asked for.
 *
 * @param list one page; must be the same function from render to render
 */
export function usePages<Row>(list: (pageToken: string | undefined) => Promise<ListPage<Row>>): AskedPages<Row> {
  const [pages, setPages] = useState(1)
  const ask = useCallback(async () => {
    let result = await list(undefined)
    for (let page = 1; page < pages && result.nextPageToken !== undefined; page++) {
      const next = await list(result.nextPageToken)
      result = { rows: [...result.rows, ...next.rows], nextPageToken: next.nextPageToken }
    }
    return result
  }, [list, pages])
  const asking = useAsked(ask)
  const { asked } = asking
  return {
    ...asking,
    // One page more is no other question: what is there stays, also when it doesn't come.
    asked: { ...asked, isOther: false },
    isAsking: asked.status === 'known' && asked.isAsking,
    mayShowMore: asked.answer?.nextPageToken !== undefined && pages < pagesMax,
    showMore: () => setPages(pages + 1),
  }
}
