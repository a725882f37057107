import * as z from 'zod/mini'

const pageSizeText = 'It must be a whole number from 1 to 500.'

/** What asks for a page; `pageToken` is the `nextPageToken` of the one before. */
export const pageQuery = z.object({
  pageSize: z._default(
    z.coerce
      .number(pageSizeText)
      .check(z.multipleOf(1, pageSizeText), z.minimum(1, pageSizeText), z.maximum(500, pageSizeText)),
    50,
  ),
  pageToken: z.optional(z.string()),
})

/** Absent on the last page. */
export const nextPageToken = z.optional(z.string())

/** Of this time and later, and before that; RFC 3339. */
export const span = { since: z.optional(z.string()), until: z.optional(z.string()) }
