import { indexesTexts } from '../../../../texts/en/indexes.ts'

/** The id of a collection, not a path. The server says the rest. */
export function validateCollection(text: string): string | undefined {
  const id = text.trim()
  return id === '' || id.includes('/') ? indexesTexts.collectionInvalid : undefined
}
