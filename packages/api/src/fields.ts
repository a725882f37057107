import * as z from 'zod/mini'

/** Said by itself: it is done. */
export const done = z.object({})

/** RFC 3339, in UTC. */
export const time = z.string()

/** What people call something, or what they are called. */
export const name = z
  .string('The name is missing.')
  .check(z.trim(), z.minLength(1, 'The name is missing.'), z.maxLength(80, 'A name has at most 80 characters.'))

/** A new one, which the identity service judges. */
export const password = z
  .string('The password is missing.')
  .check(z.minLength(1, 'The password is missing.'), z.maxLength(4096))

/** The name of a database; the default one is `(default)`. */
export const database = z.string().check(z.maxLength(100))

/** A decision of the gate is named by its time: microseconds since the epoch, in decimal. */
export const requestId = z.pipe(z.stringFormat('id', /^\d{1,16}$/), z.transform(Number))
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
