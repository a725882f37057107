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
