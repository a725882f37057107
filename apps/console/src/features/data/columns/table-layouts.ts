import * as z from 'zod/mini'
import { keepOfProject, readOfProject } from '../../../browser/kept-of-projects.ts'

/** How somebody looks at a collection. */
export interface TableLayout {
  readonly view?: 'table' | 'list' | undefined
  /** Fields in the order in which they were put, as people write them; others stand behind them. */
  readonly order?: readonly string[] | undefined
  readonly hidden?: readonly string[] | undefined
  /** They stay beside the ids while the others scroll. */
  readonly pinned?: readonly string[] | undefined
  /** In CSS pixels, by field. */
  readonly widths?: Readonly<Record<string, number>> | undefined
}

const layout = z.object({
  view: z.optional(z.enum(['table', 'list'])),
  order: z.optional(z.array(z.string())),
  hidden: z.optional(z.array(z.string())),
  pinned: z.optional(z.array(z.string())),
  widths: z.optional(z.record(z.string(), z.number())),
})
/** By the collection; the one that was changed last stands last. */
const kept = z.array(z.tuple([z.string(), layout]))

/** Of so many collections of a project the layout is kept, those that were changed last. */
const layoutsMax = 100

/**
 * How the person in this browser looked at a collection last.
 *
 * @param collection its database and its path
 */
export function readLayout(project: string, collection: string): TableLayout {
  return readAll(project).findLast(([of]) => of === collection)?.[1] ?? {}
}

export function keepLayout(project: string, collection: string, next: TableLayout): void {
  const others = readAll(project).filter(([of]) => of !== collection)
  keepOfProject(project, 'tables', JSON.stringify([...others, [collection, next]].slice(-layoutsMax)))
}

function readAll(project: string): readonly (readonly [collection: string, layout: TableLayout])[] {
  try {
    return kept.safeParse(JSON.parse(readOfProject(project, 'tables') ?? '[]')).data ?? []
  } catch {
    // What was kept is no JSON.
    return []
  }
}
