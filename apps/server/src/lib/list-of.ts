import { z } from 'zod'

/** A list whose length is looked at before its items are: a large body holds a million, and each that is wrong would have a complaint of its own. */
export function listOf<Item extends z.ZodType>(
  item: Item,
  most: number,
  message = `Too big: expected array to have <=${most} items`,
) {
  const isShort = (list: unknown): boolean => !Array.isArray(list) || list.length <= most
  return z.unknown().refine(isShort, { message, abort: true }).pipe(z.array(item))
}
