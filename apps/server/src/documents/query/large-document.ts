import type { Document } from '@hearth/model'

const LARGE_LENGTH = 128 * 1024

/** Whether it takes a good part of a turn to look at its fields. */
export function isLarge({ json }: Pick<Document, 'json'>): boolean {
  return json.length > LARGE_LENGTH
}
