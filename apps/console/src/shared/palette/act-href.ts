import { type Act, actQuery } from '../../ui/use-act-in-address.ts'
import { areaHref } from '../areas.ts'
import type { PalettePlace } from './registry.ts'

/**
 * Where an act of an area begins. An area that is open stays where it is, with its filters, its database and what is being written; users stay only
 * on their list.
 */
export function actHref(
  project: string,
  area: string,
  act: Act,
  { pathname, searchStr }: Pick<PalettePlace, 'pathname' | 'searchStr'>,
): string {
  const base = areaHref(project, area)
  const isThere = pathname === base || (area !== 'users' && pathname.startsWith(`${base}/`))
  const search = new URLSearchParams(isThere ? searchStr : '')
  // Nothing begins in the list of what was deleted.
  if (search.get('view') === 'deleted') search.delete('view')
  const query = search.size === 0 ? '?' : `?${search}&`
  return `${isThere ? pathname : base}${query}${actQuery(act)}`
}
