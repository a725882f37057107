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
/** In decimal digits, as a query has it: no other way to write a number is one. */
export function wholeNumber(most: number) {
  const text = `It must be a whole number from 1 to ${most}.`
  const digits = z.transform((value: unknown) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : undefined))
  return z
    .pipe(digits, z.number(text).check(z.minimum(1, text), z.maximum(most, text)))
    .register(z.globalRegistry, { type: 'integer', minimum: 1, maximum: most })
}

/** What asks for a page; `pageToken` is the `nextPageToken` of the one before. */
export const pageQuery = z.object({
  pageSize: z._default(wholeNumber(500), 50),
  pageToken: z.optional(z.string()),
})

/** Absent on the last page. */
export const nextPageToken = z.optional(z.string())

/** Of this time and later, and before that; RFC 3339. */
export const span = { since: z.optional(z.string()), until: z.optional(z.string()) }
