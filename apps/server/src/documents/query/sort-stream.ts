import { type DocumentStream, streamOf } from './document-stream.ts'
import type { HeldDocuments } from './held-documents.ts'

/** Reads its input to the end and gives it in the order of `held`. Throws `resource-exhausted`/`RESULT_TOO_LARGE`. */
export function sortStream(input: DocumentStream, held: HeldDocuments): DocumentStream {
  let sorted: DocumentStream | undefined
  return {
    async next() {
      if (sorted !== undefined) return await sorted.next()
      for (let page = await input.next(); page.length > 0; page = await input.next()) {
        for (const document of page) held.add(document)
        await held.trim()
      }
      sorted = streamOf(await held.take())
      return await sorted.next()
    },
  }
}
