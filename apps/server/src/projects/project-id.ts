import { StatusError } from '@hearth/model'

/** The project of the console itself: its users are the people who use the console. */
export const CONSOLE_PROJECT = 'console'

/** What needs no credential must not reach the accounts that run the server. Throws `permission-denied`/`CONSOLE_NOT_EMULATED`. */
export function refuseConsole(project: string): void {
  if (project !== CONSOLE_PROJECT) return
  const sentence = 'The endpoints of the emulators do not reach the console.'
  throw new StatusError('permission-denied', 'CONSOLE_NOT_EMULATED', sentence)
}

const projectIdPattern = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/

const emulatedProjectIdPattern = /^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/

/** 6 to 30 of a-z, 0-9 and '-', starting with a letter, not ending in '-': the vendor's rule for projects. */
export function isProjectId(text: string): boolean {
  return projectIdPattern.test(text)
}

/** 1 to 30 of a-z, 0-9 and '-', starting and ending in a letter or digit: tests give the vendor's emulators ids such as `test` and `3d`. */
export function isEmulatedProjectId(text: string): boolean {
  return emulatedProjectIdPattern.test(text)
}

/** Throws `invalid-argument`/`INVALID_PROJECT_ID`. */
export function validateProjectId(text: string): void {
  if (isProjectId(text)) return
  throw new StatusError(
    'invalid-argument',
    'INVALID_PROJECT_ID',
    'A project id has 6 to 30 of the characters a-z, 0-9 and "-", starts with a letter and does not end in "-".',
  )
}

/** The id inside `hk_<project>_<random>`; undefined for a key of another form. */
export function projectIdInApiKey(apiKey: string): string | undefined {
  const found = /^hk_([a-z0-9-]{1,30})_/.exec(apiKey)?.[1]
  return found !== undefined && isEmulatedProjectId(found) ? found : undefined
}

const bucketSuffixes = ['.appspot.com', '.firebasestorage.app']

/** The project whose bucket has this name, by its form alone: `<project>` with or without a suffix the SDKs use. */
export function projectIdInBucket(bucket: string): string | undefined {
  const suffix = bucketSuffixes.find((candidate) => bucket.endsWith(candidate)) ?? ''
  const project = bucket.slice(0, bucket.length - suffix.length)
  return isEmulatedProjectId(project) ? project : undefined
}

/** The names of a project's bucket that follow from its id. */
export function impliedBucketsOf(project: string): string[] {
  return ['', ...bucketSuffixes].map((suffix) => project + suffix)
}

/** The bucket that a project's apps are configured with. */
export function defaultBucketOf(project: string): string {
  return `${project}.firebasestorage.app`
}
