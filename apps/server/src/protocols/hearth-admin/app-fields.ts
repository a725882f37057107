import { z } from 'zod'

/** What people call an app or a key. */
export const shortName = z
  .string('The name is missing.')
  .trim()
  .min(1, 'The name is missing.')
  .max(80, 'A name has at most 80 characters.')

/** A bundle id of iOS or a package name of Android: `com.example.shop`. */
export const bundleId = z
  .string()
  .trim()
  .max(200, 'It has at most 200 characters.')
  .regex(/^[A-Za-z][\w-]*(\.[A-Za-z0-9][\w-]*)+$/, 'It looks like com.example.shop.')
