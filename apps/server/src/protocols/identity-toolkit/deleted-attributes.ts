import { z } from 'zod'

/** `UserAttributeName` of the vendor's API, by its numbers: what a user or an administrator may take from an account. */
const names = { 2: 'DISPLAY_NAME', 4: 'PHOTO_URL' } as const

const attribute = z.union([
  z.enum(['DISPLAY_NAME', 'PHOTO_URL']),
  z.union([z.literal(2), z.literal(4)]).transform((number) => names[number]),
])

/** The field `deleteAttribute`: names, or numbers, as the SDK for Android sends them. */
export const deletedAttributes = z
  .array(attribute)
  .max(10)
  .nullish()
  .transform((attributes) => attributes ?? undefined)

/** The field `deletePasskey`: ids of credentials. */
export const deletedPasskeys = z
  .array(z.string())
  .max(20)
  .nullish()
  .transform((ids) => ids ?? undefined)
